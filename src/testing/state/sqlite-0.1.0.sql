INSERT INTO api_keys (id, digest, hint, environment, plan, created_at, revoked_at, account_id, name)
  VALUES ('key_0000000000000001', '1111111111111111111111111111111111111111111111111111111111111111', 'dpk_live_…abcd', 'test', 'pro', '2026-11-20T09:01:00.000Z', NULL, NULL, '');
INSERT INTO api_keys (id, digest, hint, environment, plan, created_at, revoked_at, account_id, name)
  VALUES ('key_0000000000000002', '2222222222222222222222222222222222222222222222222222222222222222', 'dpk_live_…abcd', 'live', 'pro', '2026-11-20T09:02:00.000Z', NULL, 'acc_00000000000000000001', 'laptop 2');
INSERT INTO api_keys (id, digest, hint, environment, plan, created_at, revoked_at, account_id, name)
  VALUES ('key_0000000000000003', '3333333333333333333333333333333333333333333333333333333333333333', 'dpk_live_…abcd', 'live', 'pro', '2026-11-20T09:03:00.000Z', '2026-11-20T10:00:00.000Z', 'acc_00000000000000000001', 'laptop 3');
INSERT INTO minutes (id, start_ms, caller, is_guest, used)
  VALUES (1, 1795262400000, 'acc_00000000000000000001', 0, 2);
INSERT INTO days (id, start_ms, caller, is_guest, used)
  VALUES (1, 1795219200000, 'acc_00000000000000000001', 0, 2);
INSERT INTO accounts (id, wallet, plan, created_at)
  VALUES ('acc_00000000000000000001', 'eip155:0x1111111111111111111111111111111111111111', 'pro', '2026-11-20T08:00:00.000Z');
INSERT INTO accounts (id, wallet, plan, created_at)
  VALUES ('acc_00000000000000000002', 'solana:22222222222222222222222222222222', 'free', '2026-11-20T08:00:00.000Z');
INSERT INTO sessions (digest, account_id, created_at, expires_at)
  VALUES ('7777777777777777777777777777777777777777777777777777777777777777', 'acc_00000000000000000001', '2026-11-21T11:00:00.000Z', '2099-11-28T11:00:00.000Z');
INSERT INTO spent (name, until_ms)
  VALUES ('nonce of before', 4070908800000);
INSERT INTO marks (name, mark)
  VALUES ('secret', '5555555555555555555555555555555555555555555555555555555555555555');
INSERT INTO meters (id, owner, day, name, used)
  VALUES (1, 'acc_00000000000000000001', '2026-11-21', 'protocols:key_0000000000000002', 2);
INSERT INTO webhooks (id, account_id, url, watch, created_at, seen_snapshot, seen_day, stopped, proved_url, last_proof)
  VALUES ('wh_00000000000000000001', 'acc_00000000000000000001', 'https://receiver.example/alerts', '{"protocols":[{"id":"7","slug":"aave"}],"levelChanges":true,"incidents":false,"thresholds":[]}', '2026-11-20T11:00:00.000Z', 'snapshot-1', '2026-11-20', NULL, 'https://receiver.example/alerts', '{"at":"2026-11-20T11:00:01.000Z","status":200,"problem":null}');
INSERT INTO webhooks (id, account_id, url, watch, created_at, seen_snapshot, seen_day, stopped, proved_url, last_proof)
  VALUES ('wh_00000000000000000002', 'acc_00000000000000000001', 'https://receiver.example/alerts', '{"protocols":[{"id":"7","slug":"aave"}],"levelChanges":true,"incidents":false,"thresholds":[]}', '2026-11-20T11:30:00.000Z', 'snapshot-1', '2026-11-20', 'paused', NULL, NULL);
INSERT INTO deliveries (number, id, webhook_id, alert, status, attempts, due_at, last_attempt, settled_ms)
  VALUES (1, 'msg_0000000000000000000000000000000000000001', 'wh_00000000000000000001', '{"type":"test","timestamp":"2026-11-21T12:00:00.000Z","data":{"message":"Alert 1."}}', 'delivered', 1, 1795262400000, '{"at":"2026-11-21T12:00:00.000Z","status":200,"problem":null}', 1795262400000);
INSERT INTO deliveries (number, id, webhook_id, alert, status, attempts, due_at, last_attempt, settled_ms)
  VALUES (2, 'msg_0000000000000000000000000000000000000002', 'wh_00000000000000000001', '{"type":"test","timestamp":"2026-11-21T12:00:00.000Z","data":{"message":"Alert 2."}}', 'waiting', 1, 1795262460000, '{"at":"2026-11-21T12:00:00.000Z","status":503,"problem":"status 503"}', NULL);
INSERT INTO deliveries (number, id, webhook_id, alert, status, attempts, due_at, last_attempt, settled_ms)
  VALUES (3, 'msg_0000000000000000000000000000000000000003', 'wh_00000000000000000001', '{"type":"test","timestamp":"2026-11-21T12:00:00.000Z","data":{"message":"Alert 3."}}', 'waiting', 0, 1795262400000, NULL, NULL);
