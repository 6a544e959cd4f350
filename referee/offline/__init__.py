"""The judge's page on a tablet without a network.

`bundle`, `engine` and `kept` belong to the server; `start`, `calls` and `tablet` run on the device.
"""
