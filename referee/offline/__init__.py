"""The judge's page on a tablet without a network.

`bundle`, `bytecode`, `engine`, `sources` and `table_bundle` belong to the server; `start`, `calls` and `tablet` run on the device.
"""
