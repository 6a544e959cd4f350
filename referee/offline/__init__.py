"""The judge's page on a tablet without a network.

`bundle`, `engine`, `kept` and `sources` belong to the server; `start`, `calls` and `tablet` run on the device.
"""
