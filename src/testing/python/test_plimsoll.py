"""The Python module against a service that answers as it is given. Run by src/testing/client/python.test.ts; by hand:
PYTHONPATH=src/python python3 src/testing/python/test_plimsoll.py"""

import http.server
import json
import socket
import threading
import time
import unittest

import plimsoll

STATS = {"protocolCount": 7}


def document(data, **more):
    return 200, {}, json.dumps({"success": True, "data": data, **more})


def failure(status, code, headers=None, **more):
    error = {"code": code, "message": "Some text.", "status": status, **more}
    return status, headers or {}, json.dumps({"success": False, "data": None, "error": error})


def page(rows, total, cursor=None):
    meta = {"total": total, "page": 1, "limit": 100, "pageCount": -(-total // 100), "nextCursor": cursor}
    return document([{"id": f"p-{row}"} for row in rows], meta=meta)


class Service:
    """Gives each answer once, in order: status, headers and body, or a function that writes to the connection itself."""

    def __init__(self, answers):
        self.answers = list(answers)
        self.asked = []
        service = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                service.asked.append((self.path, self.headers))
                answer = service.answers.pop(0)
                self.close_connection = True
                if callable(answer):
                    answer(self.connection)
                    return
                status, headers, body = answer
                body = body if isinstance(body, bytes) else body.encode()
                self.send_response_only(status)
                known = {"Content-Type": "application/json; charset=utf-8", "Content-Length": str(len(body))}
                for name, value in {**known, **headers}.items():
                    if value is not None:
                        self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()


class Tests(unittest.TestCase):
    def client(self, *answers, **options):
        self.service = Service(answers)
        self.waits = []
        self.addCleanup(self.service.server.server_close)
        self.addCleanup(self.service.server.shutdown)
        options = {"chance": lambda: 1.0, "sleep": self.waits.append, "api_key": "", **options}
        return plimsoll.Client(self.service.url, **options)

    def error(self, call):
        with self.assertRaises(plimsoll.PlimsollError) as caught:
            call()
        return caught.exception

    def test_tries_again_what_may_pass(self):
        whole = json.dumps({"success": True, "data": STATS})
        for fault in [
            failure(408, "UNPROCESSABLE"),
            failure(429, "RATE_LIMIT_EXCEEDED"),
            failure(500, "INTERNAL_ERROR"),
            failure(503, "DATA_UNAVAILABLE"),
            failure(507, "STORAGE_FULL"),
            (502, {"Content-Type": "text/html"}, "<h1>Bad gateway</h1>"),
            (200, {"Content-Length": "90"}, whole[:20]),
            (200, {"Content-Length": None, "Transfer-Encoding": "chunked"}, b"14\r\n" + whole[:20].encode()),
            (200, {"Content-Length": None}, whole[:20]),
            lambda connection: connection.close(),
            lambda connection: connection.sendall(b"no HTTP at all\r\n\r\n"),
        ]:
            with self.subTest(fault=fault):
                self.assertEqual(self.client(fault, document(STATS)).stats(), STATS)
                self.assertEqual(self.waits, [0.5])

    def test_tries_nothing_else_again(self):
        deep = '{"success":true,"data":' + "[" * 200_000 + "]" * 200_000 + "}"
        for answer, code in [
            (failure(400, "INVALID_REQUEST"), "INVALID_REQUEST"),
            (failure(401, "UNAUTHORIZED"), "UNAUTHORIZED"),
            (failure(404, "PROTOCOL_NOT_FOUND"), "PROTOCOL_NOT_FOUND"),
            (failure(410, "PROTOCOL_MERGED"), "PROTOCOL_MERGED"),
            (failure(404, "NETWORK"), "HTTP_ERROR"),
            (failure(404, "not a code"), "HTTP_ERROR"),
            ((403, {}, json.dumps({"error": {"code": "PERMISSION_DENIED"}})), "HTTP_ERROR"),
            ((403, {"Content-Type": "text/plain"}, "No."), "HTTP_ERROR"),
            ((200, {"Content-Type": "text/html"}, "<h1>Hello</h1>"), "INVALID_RESPONSE"),
            ((200, {}, json.dumps({"data": 1})), "INVALID_RESPONSE"),
            (document("text"), "INVALID_RESPONSE"),
            ((301, {"Location": "/v1/other"}, ""), "INVALID_RESPONSE"),
            ((200, {}, deep), "INVALID_RESPONSE"),
        ]:
            with self.subTest(code=code, answer=str(answer)[:60]):
                self.assertEqual(self.error(self.client(answer).stats).code, code)
                self.assertEqual(len(self.service.asked), 1)

    def test_a_body_that_is_too_large_is_not_read_to_its_end(self):
        sent = []

        def endless(connection):
            connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n")
            try:
                while True:
                    sent.append(connection.send(b" " * 1_000_000))
            except OSError:
                pass

        self.assertIn("more than 32000000 bytes", str(self.error(self.client(endless).stats)))
        self.assertLess(sum(sent), 64_000_000)

    def test_numbers_that_are_no_json_or_too_long_are_refused(self):
        for number in ["NaN", "Infinity", "1" * 5_000_000]:
            body = '{"success":true,"data":{"protocolCount":' + number + "}}"
            began = time.monotonic()
            error = self.error(self.client((200, {}, body), max_retries=0).stats)
            self.assertEqual(error.code, "INVALID_RESPONSE")
            self.assertLess(time.monotonic() - began, 5)

    def test_a_try_ends_in_time_also_when_bytes_keep_coming(self):
        def drip(connection):
            try:
                for byte in b"HTTP/1.1 200 OK\r\n" + b"X: " + b"x" * 10_000:
                    connection.sendall(bytes([byte]))
                    time.sleep(0.02)
            except OSError:
                pass

        def drip_body(connection):
            connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n")
            drip(connection)

        for answer in [drip, drip_body, lambda connection: time.sleep(1)]:
            error = self.error(self.client(answer, timeout=0.2, max_retries=0).stats)
            self.assertEqual((error.code, error.status), ("TIMEOUT", None))

    def test_a_refused_connection_is_a_network_error_with_its_cause(self):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            address = f"http://127.0.0.1:{free.getsockname()[1]}"
        waits = []
        client = plimsoll.Client(address, sleep=waits.append, chance=lambda: 0.5)
        error = self.error(client.stats)
        self.assertEqual(error.code, "NETWORK")
        self.assertIsInstance(error.__cause__, OSError)
        self.assertEqual(waits, [0.25, 0.5, 1, 2])

    def test_waits_as_long_as_the_service_asks(self):
        now = {"Date": "Fri, 20 Nov 2026 10:00:00 GMT"}
        for headers, wait in [
            ({"Retry-After": "17"}, 17),
            ({"Retry-After": "Fri, 20 Nov 2026 10:00:30 GMT", **now}, 30),
            ({"Retry-After": "Sat, 01 Jan 2000 00:00:00 GMT"}, 0.5),
            ({"Retry-After": "0"}, 0.5),
            ({"Retry-After": "-5x"}, 0.5),
        ]:
            with self.subTest(headers=headers):
                limited = failure(429, "RATE_LIMIT_EXCEEDED", headers)
                self.assertEqual(self.client(limited, document(STATS)).stats(), STATS)
                self.assertEqual(self.waits, [wait])

    def test_a_wait_that_is_too_long_fails_at_once(self):
        error = self.error(self.client(failure(429, "RATE_LIMIT_EXCEEDED", {"Retry-After": "61"})).stats)
        self.assertEqual((error.code, error.retry_after, self.waits), ("RATE_LIMIT_EXCEEDED", 61, []))

    def test_no_wait_is_shorter_than_a_tenth_of_a_second(self):
        client = self.client(*[failure(503, "DATA_UNAVAILABLE")] * 5, chance=lambda: 0.0)
        self.assertEqual(self.error(client.stats).code, "DATA_UNAVAILABLE")
        self.assertEqual(self.waits, [0.1] * 4)

    def test_an_error_has_what_the_service_says_and_not_the_key(self):
        more = {"details": {"id": ["wrong"], "odd": 1}, "documentation": "/docs/errors/"}
        answer = failure(404, "PROTOCOL_NOT_FOUND", {"X-Request-Id": "r-1"}, **more)
        answer = (*answer[:2], answer[2].replace("Some text", "No s3cret"))
        client = self.client(answer, api_key="s3cret")
        error = self.error(lambda: client.protocol("a"))
        self.assertEqual(self.service.asked[0][1]["X-API-Key"], "s3cret")
        self.assertEqual((error.status, error.request_id, error.details), (404, "r-1", {"id": ["wrong"]}))
        self.assertEqual(error.documentation, self.service.url + "/docs/errors/")
        self.assertEqual(str(error), "PROTOCOL_NOT_FOUND: No [key].")
        self.assertNotIn("s3cret", repr(error) + repr(vars(client)) + repr(vars(error)))

    def test_knows_the_limits_of_the_last_answer(self):
        headers = {"X-RateLimit-Limit": "1000", "X-RateLimit-Remaining": "9", "X-RateLimit-Burst-Limit": "60"}
        client = self.client((200, headers, document(STATS)[2]))
        client.stats()
        limits = {"limit": 1000, "remaining": 9, "reset": None, "burst_limit": 60, "burst_remaining": None}
        self.assertEqual(client.rate_limit, limits)

    def test_the_snapshot_of_the_last_response_that_names_one_is_known(self):
        named = (200, {"X-Snapshot": "2026-01-01-a"}, document(STATS)[2])
        client = self.client(named, document(STATS))
        self.assertIsNone(client.snapshot)
        client.stats()
        client.stats()
        self.assertEqual(client.snapshot, "2026-01-01-a")

    def test_parameters_are_sent_as_the_service_reads_them(self):
        client = self.client(page([], 0))
        client.screener(chain=["Base", "Mode"], maxOracleRisk=1e-7, q="a&b", level=[], minTvl=None, page=2)
        path = self.service.asked[0][0]
        self.assertEqual(path, "/v1/screener?chain=Base%2CMode&maxOracleRisk=0.0000001&q=a%26b&page=2")

    def test_a_parameter_that_the_service_ignores_is_refused(self):
        client = self.client((200, {"X-Ignored-Parameters": "max_oracle_risk"}, page([], 0)[2]))
        error = self.error(lambda: client.screener(max_oracle_risk=2))
        self.assertEqual(error.code, "INVALID_ARGUMENT")
        self.assertIn(": max_oracle_risk.", error.message)
        self.assertEqual(len(self.service.asked), 1)

    def test_one_page_says_how_many_rows_there_are(self):
        rows = self.client(page(range(20), 164, "next")).screener()
        self.assertEqual((len(rows), rows[0]["id"], rows.meta["total"]), (20, "p-0", 164))

    def test_what_is_no_finite_number_is_refused_before_anything_is_asked(self):
        client = self.client()
        for value in [float("nan"), float("inf")]:
            self.assertEqual(self.error(lambda: client.screener(maxOracleRisk=value)).code, "INVALID_ARGUMENT")
        for drop in [float("nan"), float("inf"), "x", None, 1e-7]:
            self.assertEqual(self.error(lambda: client.stress({"lido": drop})).code, "INVALID_ARGUMENT")
        self.assertEqual(self.service.asked, [])

    def test_no_path_names_another_host(self):
        client = self.client()
        for path in [":9773/x", ".evil.example/x", "//evil.example/", "v1/stats", "/v1/a b", "/v1/\r\nX: y", ""]:
            self.assertEqual(self.error(lambda: client.get(path)).code, "INVALID_ARGUMENT")
        self.assertEqual(self.service.asked, [])

    def test_a_part_of_a_path_stays_one(self):
        client = self.client(document({}))
        client.protocol("a/../b?c")
        self.assertEqual(self.service.asked[0][0], "/v1/protocols/a%2F..%2Fb%3Fc")
        for id in ["", ".", "..", "\ud800", None]:
            self.assertEqual(self.error(lambda: client.protocol(id)).code, "INVALID_ARGUMENT")

    def test_a_read_can_be_of_one_snapshot_and_a_history_of_some_days(self):
        client = self.client(document({}), document({}), page([], 0))
        client.stats(snapshot="one")
        client.history("lido", since="2026-01-01", limit=5)
        client.incidents(cause=["keys", "logic"], cursor="abc", snapshot="one")
        self.assertEqual([path for path, _ in self.service.asked], [
            "/v1/stats?snapshot=one",
            "/v1/protocols/lido/history?since=2026-01-01&limit=5",
            "/v1/incidents?cause=keys%2Clogic&cursor=abc&snapshot=one",
        ])

    def test_all_protocols_are_each_given_once_when_a_snapshot_is_published(self):
        gone = failure(410, "SNAPSHOT_GONE")
        client = self.client(page(range(100), 150, "a"), gone, page(range(50, 150), 150, "b"), page(range(50), 150))
        self.assertEqual(
            [row["id"] for row in client.protocols(fields=["name"])],
            [f"p-{at}" for at in [*range(100), *range(100, 150)]],
        )
        query = "/v1/protocols?fields=name&per_page=100"
        self.assertEqual([path for path, _ in self.service.asked], [query, f"{query}&cursor=a", query, f"{query}&cursor=b"])

    def test_a_pinned_walk_is_not_begun_again(self):
        client = self.client(failure(410, "SNAPSHOT_GONE"))
        self.assertEqual(self.error(lambda: list(client.protocols(snapshot="one"))).code, "SNAPSHOT_GONE")

    def test_a_list_that_never_stands_still_is_an_error(self):
        passes = [answer for _ in range(5) for answer in (page(range(100), 120, "a"), failure(410, "SNAPSHOT_GONE"))]
        error = self.error(lambda: list(self.client(*passes).protocols()))
        self.assertEqual(error.code, "SNAPSHOT_CHANGED")

    def test_a_list_that_does_not_end_where_it_says_is_refused(self):
        for answer in [page(range(99), 120), page([], 120, "a"), page(range(100), 100, "a"), document([], meta={"total": 0})]:
            error = self.error(lambda: list(self.client(answer).protocols()))
            self.assertEqual(error.code, "INVALID_RESPONSE")

    def test_refuses_what_cannot_be_an_address_or_a_key(self):
        for address in ["", "plimsoll", "ftp://a", "http://", "http://a:b@c", "http://a/?q", "http://a/v1", "http://a b", "http://a:x"]:
            with self.subTest(address=address):
                self.assertEqual(self.error(lambda: plimsoll.Client(address)).code, "INVALID_ARGUMENT")
        for options in [{"api_key": "a\r\nb"}, {"timeout": 0}, {"max_retries": -1}]:
            error = self.error(lambda: plimsoll.Client("http://a", **options))
            self.assertEqual(error.code, "INVALID_ARGUMENT")
            self.assertNotIn("\r", str(error))


if __name__ == "__main__":
    unittest.main()
