"""A client of the Xinchu platform for Python 3.9 and later. It needs the standard library only.

The operations come from the platform's own /openapi.json, so this file fits every version of the contract:

    platform = Platform("https://platform.example")
    platform.login("erp", password)
    page = platform.call("queryEsProjects", techType=["01", "03"], size=100)
"""

import json
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

MAX_WAIT_S = 30
PASSING = (408, 429, 502, 503, 504)


class PlatformError(Exception):
    """A refused call: `status`, `code` of the rule, `errors` by field, `retry_after` in seconds, `request_id`."""

    def __init__(self, status, reply, headers):
        super().__init__(reply.get("message") or f"HTTP {status}")
        self.status = status
        self.code = reply.get("code")
        self.errors = reply.get("errors", [])
        self.request_id = headers.get("X-Request-Id")
        seconds = headers.get("Retry-After", "")
        self.retry_after = int(seconds) if seconds.isdigit() else None


class Platform:
    """Calls of one account. Threads may share it."""

    def __init__(self, base_url, timeout_s=30):
        self.base_url = base_url.rstrip("/")
        self.timeout_s = timeout_s
        self.session = None
        self._renewal = threading.Lock()
        document = self._once("GET", "/openapi.json", {}, None)
        shared = document["components"]["parameters"]
        self._operations = {
            operation["operationId"]: (method.upper(), path, self._parameters(operation, shared))
            for path, item in document["paths"].items()
            for method, operation in item.items()
        }

    @staticmethod
    def _parameters(operation, shared):
        listed = operation.get("parameters", [])
        found = [shared[each["$ref"].rsplit("/", 1)[1]] if "$ref" in each else each for each in listed]
        return {each["name"]: each["in"] for each in found}

    def login(self, username, password, **more):
        """Logs in and keeps the session. Returns the account."""
        result = self.call("login", {"username": username, "password": password, **more})
        if result.get("flag") == "users" or not result.get("token"):
            raise PermissionError("the account has to be completed in the portal first")
        self.session = result
        return result.get("user")

    def logout(self):
        """Ends the session at the server."""
        session, self.session = self.session, None
        if session:
            self._once("DELETE", "/auth/logout", {"Authorization": session["token"]}, None)

    def call(self, operation_id, body=None, *, idempotency_key=None, **parameters):
        """Calls an operation by its operationId. Returns decoded JSON, the bytes of a file, or None.

        A parameter that is None is left out, and a list repeats its name. Reads, and writes with an idempotency key
        (True makes one), are sent up to three times when the network or the server fails for a while.
        """
        method, path, known = self._operations[operation_id]
        query = []
        for name, value in parameters.items():
            if name not in known:
                raise TypeError(f"{operation_id} has no parameter {name}, but {', '.join(known) or 'none'}")
            if known[name] == "path":
                path = path.replace("{" + name + "}", urllib.parse.quote(str(value), safe=""))
            elif value is not None:
                values = value if isinstance(value, (list, tuple)) else [value]
                query += [(name, str(each).lower() if isinstance(each, bool) else each) for each in values]
        if query:
            path += "?" + urllib.parse.urlencode(query)
        headers = {}
        if idempotency_key:
            headers["Idempotency-Key"] = uuid.uuid4().hex if idempotency_key is True else idempotency_key
        tries = 3 if method == "GET" or idempotency_key else 1
        return self._patiently(tries, method, path, headers, body)

    def items(self, operation_id, size=100, **parameters):
        """Yields every item of an operation that answers in pages.

        Lists whose rows have ids are read in their order, so that each row that lasts comes once although others come
        or go. With `sort`, and for other lists, one page of all is safe: size=9999.
        """
        known = self._operations[operation_id][2]
        if "afterId" in known and not parameters.keys() & {"page", "sort"}:
            yield from self._items_by_id(operation_id, size, **parameters)
            return
        page = 0
        while True:
            content = self.call(operation_id, page=page, size=size, **parameters)["content"]
            yield from content
            if len(content) < size:
                return
            page += 1

    def _items_by_id(self, operation_id, size, afterId=0, **parameters):
        while True:
            content = self.call(operation_id, afterId=afterId, size=size, **parameters)["content"]
            yield from content
            if not content:
                return
            afterId = content[-1]["id"]

    def _patiently(self, tries, method, path, headers, body):
        for left in reversed(range(tries)):
            wait = 2.0 ** (tries - left - 1) / 2
            try:
                return self._in_session(method, path, headers, body)
            except PlatformError as error:
                wait = error.retry_after if error.retry_after is not None else wait
                if not left or error.status not in PASSING or wait > MAX_WAIT_S:
                    raise
            except (urllib.error.URLError, TimeoutError, ConnectionError):
                if not left:
                    raise
            time.sleep(wait)

    def _in_session(self, method, path, headers, body):
        """Sends a request. After a 401, renews the session once and sends the request again."""
        token = self.session and self.session["token"]
        try:
            return self._once(method, path, {**headers, **({"Authorization": token} if token else {})}, body)
        except PlatformError as error:
            if error.status != 401 or not token:
                raise
        self._renew(token)
        return self._once(method, path, {**headers, "Authorization": self.session["token"]}, body)

    def _renew(self, rejected):
        with self._renewal:
            session = self.session
            if session is None or session["token"] != rejected:
                return  # another thread has renewed it
            code = urllib.parse.urlencode({"code": session["randomNumber"]})
            authorization = {"Authorization": f"Bearer {session['refreshToken']}"}
            self.session = {**session, **self._once("POST", f"/auth/refresh?{code}", authorization, None)}

    def _once(self, method, path, headers, body):
        data = None if body is None else json.dumps(body, ensure_ascii=False).encode()
        if data is not None:
            headers = {**headers, "Content-Type": "application/json"}
        request = urllib.request.Request(self.base_url + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=self.timeout_s) as response:
                content = response.read()
                if "json" not in response.headers.get_content_type():
                    return content or None
                return json.loads(content)
        except urllib.error.HTTPError as error:
            try:
                reply = json.loads(error.read())
            except ValueError:
                reply = {}
            raise PlatformError(error.code, reply if isinstance(reply, dict) else {}, error.headers) from None
