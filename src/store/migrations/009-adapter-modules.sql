-- The folder or file of a protocol in the repository of adapters: changes there are matched with protocols by it.
ALTER TABLE protocols ADD COLUMN adapter_module TEXT;
