"""Client of Plimsoll, a service that publishes a risk score for every DeFi protocol: 0 to 10, lower is safer.

    import plimsoll

    client = plimsoll.Client("https://plimsoll.example")
    print(client.protocol("aave-v3")["composite"])

The standard library is all that it needs. It tries again, waits and fails as the TypeScript client does.
"""

from __future__ import annotations

import email.utils
import http.client
import json
import math
import os
import queue
import random
import re
import socket
import threading
import time
import urllib.parse
import urllib.request
from typing import TYPE_CHECKING, Any, Callable, Dict, Generator, Iterator, List, Mapping, NoReturn, Optional, TypeVar

if TYPE_CHECKING:
    from .types import (
        CategorySummary,
        ChainSummary,
        Changes,
        Contract,
        Dependencies,
        Dependents,
        Health,
        IncidentRow,
        ProtocolDetail,
        ProtocolHistory,
        ProtocolSummary,
        ScreenerRow,
        SearchRow,
        Stats,
        StressResult,
        UsageReport,
        WalletScanResult,
    )

__all__ = ["Client", "Page", "PlimsollError", "frame"]

#: Most bytes of a body.
MAX_BYTES = 32_000_000
#: Most brackets that may be open at once.
MAX_NESTING = 100
#: Rows of the largest page that the service gives.
LARGEST_PAGE = 100
#: Most times that a list is begun. A service publishes a snapshot a day.
MAX_PASSES = 5
#: The first back-off is at most this many seconds, and each later one at most twice the one before.
FIRST_BACKOFF = 0.5
LONGEST_BACKOFF = 16.0
#: No wait is shorter, whatever the service and chance say.
SHORTEST_WAIT = 0.1

#: The codes of the client itself. `NETWORK`: no response, or one that ended early. `TIMEOUT`: no whole response in time.
#: `HTTP_ERROR`: a status of failure without an error of this service, such as that of a proxy before it, which `status` has.
#: `INVALID_RESPONSE`: a response that is not of this service. `INVALID_ARGUMENT`: an option or argument that cannot be sent.
#: `SNAPSHOT_CHANGED`: the list changed so often while all pages were read that no complete pass succeeded.
CLIENT_ERROR_CODES = ("NETWORK", "TIMEOUT", "HTTP_ERROR", "INVALID_RESPONSE", "INVALID_ARGUMENT", "SNAPSHOT_CHANGED")


Row = TypeVar("Row")


class Page(List[Row]):
    """The rows of one page. `meta` says where it is in its list: `total` rows pass, on `pageCount` pages."""

    def __init__(self, rows: List[Row], meta: Dict[str, Any]) -> None:
        super().__init__(rows)
        self.meta = meta


class PlimsollError(Exception):
    """Everything that fails. `code` is one of the service, such as `RATE_LIMIT_EXCEEDED`, or one of `CLIENT_ERROR_CODES`.

    `status` is the HTTP status; `details` what is wrong, by field; `documentation` the address of the page about the error;
    `request_id` names the request; `retry_after` is how many seconds the service asks to wait. Each is None where there is none.
    It never contains the key.
    """

    def __init__(
        self,
        code: str,
        message: str,
        *,
        status: Optional[int] = None,
        details: Optional[Dict[str, List[str]]] = None,
        documentation: Optional[str] = None,
        request_id: Optional[str] = None,
        retry_after: Optional[float] = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.status = status
        self.details = details
        self.documentation = documentation
        self.request_id = request_id
        self.retry_after = retry_after

    def __str__(self) -> str:
        return f"{self.code}: {self.message}"


class _FailedTry(Exception):
    """A failed try, and whether another one may succeed."""

    def __init__(self, error: PlimsollError, may_retry: bool, headers: Optional[Mapping[str, str]] = None) -> None:
        super().__init__(error)
        self.error = error
        self.may_retry = may_retry
        self.headers = headers or {}


class _Answers(urllib.request.HTTPErrorProcessor):
    """Every status is an answer. A redirect is not followed, so that the key reaches no other site."""

    def http_response(self, request: Any, response: Any) -> Any:
        return response

    https_response = http_response


class Client:
    """A client of one service. `base_url` is its address without `/v1`; default: the environment variable `PLIMSOLL_URL`.

    `api_key` is sent as `X-API-Key`; default: `PLIMSOLL_API_KEY`. Without one, or with an empty one, the limits are those of the
    caller's address. `timeout`: most seconds of one try, its body included. `max_retries`: most tries after the first one.
    `max_wait`: most seconds before a try; where the service asks for more, the call fails at once.
    `sleep` and `chance` are for tests. Raises `INVALID_ARGUMENT` for an address or a key that cannot be used.

    Parameters of methods have the names of the HTTP API. A list may be given as one; None and an empty list are left out.
    `snapshot` makes a read of published data one of that snapshot: raises `SNAPSHOT_GONE` when another is published.
    """

    def __init__(
        self,
        base_url: Optional[str] = None,
        api_key: Optional[str] = None,
        *,
        timeout: float = 30.0,
        max_retries: int = 4,
        max_wait: float = 60.0,
        sleep: Callable[[float], None] = time.sleep,
        chance: Callable[[], float] = random.random,
    ) -> None:
        self._base = _base_of(os.environ.get("PLIMSOLL_URL", "") if base_url is None else base_url)
        key = _key_of(os.environ.get("PLIMSOLL_API_KEY", "") if api_key is None else api_key)
        # In closures, where no look at the client shows the key.
        self._request: Callable[[str], urllib.request.Request] = lambda url: _request(url, key)
        self._redact: Callable[[str], str] = lambda text: text.replace(key, "[key]") if key else text
        self._timeout = _at_least(0.001, "timeout", timeout)
        self._max_retries = _at_least(0, "max_retries", max_retries)
        self._max_wait = _at_least(0, "max_wait", max_wait)
        self._sleep = sleep
        self._chance = chance
        # Proxies of the environment count, as elsewhere in Python.
        self._opener = urllib.request.build_opener(_Answers)
        #: What the service last said of the limits of the caller: limit, remaining, reset, burst_limit, burst_remaining.
        self.rate_limit: Optional[Dict[str, Optional[int]]] = None
        #: The snapshot of the newest response that names one; None before the first.
        self.snapshot: Optional[str] = None

    def protocols(self, **query: Any) -> Iterator[ProtocolSummary]:
        """Every protocol of the list, from pages of 100 of one snapshot, each id once.

        When another is published meanwhile, the list is read again and the protocols that were not given yet follow, out of
        order; those already given are of the snapshot before. Raises `SNAPSHOT_CHANGED` when that happens five times. With
        `snapshot` it is not read again: raises `SNAPSHOT_GONE`.
        """
        given: set[str] = set()
        for _ in range(MAX_PASSES):
            is_whole = yield from self._one_pass(query, given)
            if is_whole:
                return
        raise PlimsollError("SNAPSHOT_CHANGED", f"The list changed {MAX_PASSES} times while it was read.")

    def protocol(self, id: str, **query: Any) -> ProtocolDetail:
        """One protocol in full. Here and below, former slugs also work."""
        return self._data(f"/v1/protocols/{_part('id', id)}", query)

    def history(self, id: str, **query: Any) -> ProtocolHistory:
        """The published scores of one protocol, oldest first; by default all of them."""
        return self._data(f"/v1/protocols/{_part('id', id)}/history", query)

    def dependencies(self, id: str, **query: Any) -> Dependencies:
        """What one protocol stands on, and the largest of those who stand on it."""
        return self._data(f"/v1/protocols/{_part('id', id)}/dependencies", query)

    def dependents(self, id: str, **query: Any) -> Dependents:
        """Who stands on an issuer, a bridge, an oracle or a protocol, by value."""
        return self._data(f"/v1/dependencies/{_part('id', id)}/dependents", query)

    def stress(self, fails: Mapping[str, float], **query: Any) -> StressResult:
        """What it costs others if these lose a share of their value, by id; at most five. A share is 0 to 1 and is rounded to six decimals."""
        if not isinstance(fails, Mapping):
            raise PlimsollError("INVALID_ARGUMENT", "fails must be a mapping of ids to shares, such as {'lido': 0.06}.")
        if any(_finite(drop) != 0 and round(drop, 6) == 0 for drop in fails.values()):
            raise PlimsollError("INVALID_ARGUMENT", "A share is sent in six decimals, such as 0.06.")
        drops = [f"{id}:{_decimal(round(drop, 6))}" for id, drop in fails.items()]
        return self._data("/v1/stress", {**query, "fails": drops})

    def search(self, text: str, **query: Any) -> List[SearchRow]:
        """Protocols by name, slug, other name, former slug, symbol or parent, the best match first."""
        return self._rows("/v1/search", {**query, "q": text})

    def contract(self, chain: str, address: str, **query: Any) -> Contract:
        """Whose contract an address is, and who can change it. Raises `NOT_FOUND` for one that no table names."""
        return self._data(f"/v1/contracts/{_part('chain', chain)}/{_part('address', address)}", query)

    def screener(self, **query: Any) -> Page[ScreenerRow]:
        """One page of protocols within thresholds: 20 rows unless `per_page` asks for up to 100. `meta["total"]` says how many pass."""
        return self._page("/v1/screener", query)

    def incidents(self, **query: Any) -> Page[IncidentRow]:
        """One page of recorded losses, newest first, as `screener` gives its rows, each with the newest score before it."""
        return self._page("/v1/incidents", query)

    def changes(self, **query: Any) -> Changes:
        """What changed since a day; by default since a week before the newest snapshot."""
        return self._data("/v1/changes", query)

    def wallet(self, address: str) -> WalletScanResult:
        """Positions and risk of an address or a name in `.eth` or `.sol`. Needs a key on the Pro plan."""
        return self._data(f"/v1/wallet/{_part('address', address)}")

    def stats(self, **query: Any) -> Stats:
        """Aggregates over all protocols."""
        return self._data("/v1/stats", query)

    def usage(self) -> UsageReport:
        """Requests of the key in this month. Needs a key."""
        return self._data("/v1/usage")

    def health(self) -> Health:
        """The current snapshot and its age."""
        return self._data("/v1/health")

    def categories(self, **query: Any) -> List[CategorySummary]:
        """Every category, as the filter `category` accepts it."""
        return self._rows("/v1/categories", query)

    def chains(self, **query: Any) -> List[ChainSummary]:
        """Every chain, as the filter `chain` accepts it."""
        return self._rows("/v1/chains", query)

    def get(self, path: str, **query: Any) -> Dict[str, Any]:
        """The whole document at a path, such as `/v1/stats`, with `data` and, of lists, `meta`."""
        # Joined as text: anything else could name another host, which would get the key.
        if not re.fullmatch(r"/(?!/)[\x21-\x7e]*", path):
            raise PlimsollError("INVALID_ARGUMENT", "path must begin with one /, such as /v1/stats.")
        url = self._base + path + _query_text(query)
        retry = 0
        while True:
            try:
                return self._try_once(url)
            except _FailedTry as failure:
                error = failure.error
                longest = min(FIRST_BACKOFF * 2**retry, LONGEST_BACKOFF)
                # `Retry-After: 0` does not end a fault, so the back-off counts where it is longer.
                wait = max(error.retry_after or 0, longest * self._chance(), SHORTEST_WAIT)
                if not failure.may_retry or retry >= self._max_retries or wait > self._max_wait:
                    raise error from error.__cause__
            self._sleep(wait)
            retry += 1

    def _data(self, path: str, query: Mapping[str, Any] = {}) -> Any:
        data = self.get(path, **query)["data"]
        if not isinstance(data, (dict, list)):
            raise _unexpected()
        return data

    def _rows(self, path: str, query: Mapping[str, Any] = {}) -> Any:
        data = self._data(path, query)
        if not isinstance(data, list):
            raise _unexpected()
        return data

    def _page(self, path: str, query: Mapping[str, Any]) -> Page[Any]:
        document = self.get(path, **query)
        data, meta = document["data"], document.get("meta")
        if not isinstance(data, list) or not isinstance(meta, dict):
            raise _unexpected()
        return Page(data, meta)

    def _one_pass(self, query: Mapping[str, Any], given: set[str]) -> Generator[Any, None, bool]:
        """Gives what is new. Returns whether all pages were there: of one snapshot."""
        seen = 0
        cursor: Optional[str] = None
        while True:
            position = {"page": None, "per_page": LARGEST_PAGE, "cursor": cursor}
            try:
                document = self.get("/v1/protocols", **{**query, **position})
            except PlimsollError as error:
                if error.code != "SNAPSHOT_GONE" or query.get("snapshot") is not None:
                    raise
                return False
            data, meta = document["data"], document.get("meta")
            if not isinstance(data, list) or not isinstance(meta, dict):
                raise _unexpected()
            for row in data:
                if not isinstance(row, dict) or not isinstance(row.get("id"), str):
                    raise _unexpected()
                if row["id"] not in given:
                    given.add(row["id"])
                    yield row
            seen += len(data)
            total, cursor = meta.get("total"), meta.get("nextCursor")
            if not isinstance(total, int) or "nextCursor" not in meta:
                raise _unexpected()
            if cursor is None and seen == total:
                return True
            # A list that does not end where it says is not of this service.
            if not isinstance(cursor, str) or not data or seen >= total:
                raise _unexpected()

    def _try_once(self, url: str) -> Dict[str, Any]:
        late = threading.Event()
        box: queue.SimpleQueue[Any] = queue.SimpleQueue()

        def attempt() -> None:
            try:
                with self._opener.open(self._request(url), timeout=self._timeout) as response:
                    box.put((response.headers, self._document(response, late)))
            except BaseException as reason:
                box.put((None, reason))

        # The deadline of a socket is that of each read, so that a service could send one byte after the other for ever.
        threading.Thread(target=attempt, daemon=True).start()
        try:
            headers, result = box.get(timeout=self._timeout)
        except queue.Empty:
            result = TimeoutError()
        finally:
            late.set()
        if not isinstance(result, BaseException):
            self.rate_limit = _rate_limit_of(headers) or self.rate_limit
            self.snapshot = headers.get("X-Snapshot") or self.snapshot
            return result
        if isinstance(result, _FailedTry):
            self.rate_limit = _rate_limit_of(result.headers) or self.rate_limit
            raise result
        if isinstance(getattr(result, "reason", result), (socket.timeout, TimeoutError)):
            raise _failed(PlimsollError("TIMEOUT", f"No response within {self._timeout} seconds."), result)
        if isinstance(result, (OSError, http.client.HTTPException)):
            raise _failed(PlimsollError("NETWORK", "No whole response: the network or the service failed."), result)
        raise result

    def _document(self, response: Any, late: threading.Event) -> Dict[str, Any]:
        """The object in a response of success. Raises `_FailedTry` for everything else."""
        status, headers = response.status, response.headers
        facts: Dict[str, Any] = {
            "status": status,
            "request_id": headers.get("X-Request-Id"),
            "retry_after": _retry_after_of(headers),
        }
        is_transient = status in (408, 429) or status >= 500
        is_ok = 200 <= status < 300

        def invalid(what: str, may_retry: bool = is_transient) -> _FailedTry:
            return _FailedTry(PlimsollError("INVALID_RESPONSE", what, **facts), may_retry, headers)

        def failed() -> _FailedTry:
            what = f"The response has status {status} and no error of this service. Check base_url."
            return _FailedTry(PlimsollError("HTTP_ERROR", what, **facts), is_transient, headers)

        if 300 <= status < 400:
            raise invalid("The service redirects, which the client never follows. Check base_url.", False)
        media_type = headers.get("Content-Type", "").split(";")[0].strip().lower()
        if not re.fullmatch(r"application/(.+\+)?json", media_type):
            raise invalid("The response is not JSON. Check base_url.") if is_ok else failed()
        text = _body_of(response, late, invalid)
        if not is_ok:
            text = self._redact(text)
        if _nesting_of(text) > MAX_NESTING:
            raise invalid("The response is nested too deep.", False)
        try:
            document = json.loads(text, parse_constant=_no_constant, parse_int=_whole)
        except ValueError:
            document = None
        # A body that ends early is not JSON.
        if not isinstance(document, dict):
            raise invalid("The response is not whole JSON.", True) if is_ok else failed()
        if is_ok:
            ignored = headers.get("X-Ignored-Parameters")
            if ignored is not None:
                what = f"This endpoint has no such parameter here: {ignored}. Names are spelled as in the API, such as maxOracleRisk."
                raise _FailedTry(PlimsollError("INVALID_ARGUMENT", what, **facts), False, headers)
            if document.get("success") is True and "data" in document:
                return document
            raise invalid("The response does not have the form of this service.")
        error = self._error_of(document, facts)
        if error is None:
            raise failed()
        raise _FailedTry(error, is_transient, headers)

    def _error_of(self, document: Dict[str, Any], facts: Dict[str, Any]) -> Optional[PlimsollError]:
        """The error in the envelope of the service, also with a code of a later version; None in any other."""
        error = document.get("error")
        if document.get("success") is not False or not isinstance(error, dict):
            return None
        code, message, page = error.get("code"), error.get("message"), error.get("documentation")
        if not isinstance(code, str) or code in CLIENT_ERROR_CODES or not re.fullmatch(r"[A-Z][A-Z0-9_]{0,63}", code):
            return None
        return PlimsollError(
            code,
            message if isinstance(message, str) else f"The response has status {facts['status']}.",
            details=_details_of(error.get("details")),
            documentation=(self._base + page if page.startswith("/") else page) if isinstance(page, str) else None,
            **facts,
        )


def frame(rows: Any) -> Any:
    """Rows of any method as a pandas data frame. Needs pandas: raises `ImportError` without it."""
    import pandas

    return pandas.DataFrame(list(rows))


def _request(url: str, key: Optional[str]) -> urllib.request.Request:
    headers = {"Accept": "application/json", "User-Agent": "plimsoll-python"}
    if key is not None:
        headers["X-API-Key"] = key
    return urllib.request.Request(url, headers=headers)


def _body_of(response: Any, late: threading.Event, invalid: Callable[..., _FailedTry]) -> str:
    body = bytearray()
    while not late.is_set():
        part = response.read(65_536)
        body += part
        if len(body) > MAX_BYTES:
            raise invalid(f"The response has more than {MAX_BYTES} bytes.", False)
        if not part:
            break
    # Python reads a body that is shorter than announced without a word.
    if response.length:
        raise http.client.IncompleteRead(b"", response.length)
    return body.decode("utf-8", "replace")


def _failed(error: PlimsollError, reason: BaseException) -> _FailedTry:
    error.__cause__ = reason
    return _FailedTry(error, True)


def _unexpected() -> PlimsollError:
    return PlimsollError("INVALID_RESPONSE", "The response does not have the form of this endpoint.")


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


def _whole(digits: str) -> int:
    """A whole number. Long ones take long to read, and the service sends none."""
    if len(digits) > 40:
        raise ValueError("A number is too long.")
    return int(digits)


def _nesting_of(text: str) -> int:
    """How many brackets are open at once, without parsing. Brackets in strings do not count."""
    deepest = depth = 0
    for mark in re.finditer(r'"[^"\\]*(?:\\.[^"\\]*)*"?|[\[{]|[\]}]', text, re.DOTALL):
        if mark.group()[0] in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif mark.group()[0] in "]}":
            depth -= 1
    return deepest


def _details_of(details: Any) -> Optional[Dict[str, List[str]]]:
    """The texts by field; None without any. Other values are left out."""
    if not isinstance(details, dict):
        return None
    fields = {
        name: texts
        for name, texts in details.items()
        if isinstance(texts, list) and all(isinstance(text, str) for text in texts)
    }
    return fields or None


def _retry_after_of(headers: Any) -> Optional[float]:
    """Seconds of a `Retry-After`, which is a number or a date. None when there is none that can be read."""
    text = headers.get("Retry-After")
    if text is None:
        return None
    if re.fullmatch(r"[0-9]{1,12}", text):
        return float(text)
    at = _time_of(text)
    if at is None:
        return None
    # The clock of the service, where it can be read: that of the caller may be wrong.
    now = _time_of(headers.get("Date", ""))
    return max(0.0, at - (time.time() if now is None else now))


def _time_of(text: str) -> Optional[float]:
    try:
        return email.utils.parsedate_to_datetime(text).timestamp()
    except (TypeError, ValueError, IndexError, OverflowError):
        return None


def _rate_limit_of(headers: Any) -> Optional[Dict[str, Optional[int]]]:
    def read(name: str) -> Optional[int]:
        text = headers.get(f"X-RateLimit-{name}")
        return int(text) if text is not None and re.fullmatch(r"[0-9]{1,15}", text) else None

    limit, remaining = read("Limit"), read("Remaining")
    if limit is None or remaining is None:
        return None
    return {
        "limit": limit,
        "remaining": remaining,
        "reset": read("Reset"),
        "burst_limit": read("Burst-Limit"),
        "burst_remaining": read("Burst-Remaining"),
    }


def _query_text(query: Mapping[str, Any]) -> str:
    """A query with its `?`, or nothing. None and empty lists are left out; lists are joined by commas."""
    pairs = []
    for name, value in query.items():
        if value is None or (isinstance(value, (list, tuple)) and not value):
            continue
        many = value if isinstance(value, (list, tuple)) else [value]
        pairs.append((name, ",".join(_word(one) for one in many)))
    try:
        return "?" + urllib.parse.urlencode(pairs) if pairs else ""
    except UnicodeEncodeError:
        raise PlimsollError("INVALID_ARGUMENT", "A parameter is no valid text.") from None


def _word(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return _decimal(_finite(value)) if isinstance(value, (int, float)) else str(value)


def _finite(value: Any) -> Any:
    if isinstance(value, (int, float)) and math.isfinite(value):
        return value
    raise PlimsollError("INVALID_ARGUMENT", "A number must be finite, neither NaN nor infinite nor a text.")


def _decimal(value: float) -> str:
    """A number in plain decimals: the service does not accept `1e-07`."""
    if isinstance(value, int) or value == int(value):
        return str(int(value))
    return f"{value:.12f}".rstrip("0")


def _part(name: str, value: str) -> str:
    """One part of a path. A part of dots would be taken for a step up."""
    if isinstance(value, str) and value not in ("", ".", ".."):
        try:
            return urllib.parse.quote(value, safe="")
        except UnicodeEncodeError:
            pass
    raise PlimsollError("INVALID_ARGUMENT", f"{name} is not one that the service could know.")


def _base_of(base_url: str) -> str:
    """The address without its last slash. A path is kept."""

    def refuse(why: str) -> PlimsollError:
        return PlimsollError("INVALID_ARGUMENT", f"base_url {why}.")

    try:
        url = urllib.parse.urlsplit(base_url)
        has_host = bool(url.hostname) and (url.port is None or url.port >= 0)
    except ValueError:
        has_host = False
    if not has_host or re.search(r"[\x00-\x20\x7f]", base_url):
        raise refuse("must be an absolute URL, such as https://plimsoll.example")
    if url.scheme not in ("https", "http"):
        raise refuse("must begin with https:// or http://")
    if url.username is not None or url.password is not None:
        raise refuse("must not contain a user name or password")
    if url.query or url.fragment:
        raise refuse("must have no query and no fragment")
    path = url.path.rstrip("/")
    if path.endswith("/v1"):
        raise refuse("must not end in /v1: the client adds it")
    return f"{url.scheme}://{url.netloc}{path}"


def _at_least(least: float, name: str, value: Any) -> Any:
    if isinstance(value, (int, float)) and value >= least:
        return value
    raise PlimsollError("INVALID_ARGUMENT", f"{name} must be a number from {least}.")


def _key_of(api_key: str) -> Optional[str]:
    """The key, which must be possible to send. An empty one is none, since environment variables without a value are empty."""
    if api_key.strip() == "":
        return None
    if re.fullmatch(r"[\x21-\x7e]+", api_key):
        return api_key
    raise PlimsollError("INVALID_ARGUMENT", "api_key has characters that no key has.")
