"""The judge's page on a tablet without a network. `bundle` and `kept` belong to the server, `start` and `tablet` run on the device."""
