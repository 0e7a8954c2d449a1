"""Tables for people and bots over the network: nothing lost, nothing secret told."""
