"""Logs in, counts projects of two technologies, renews a session and shows what a refusal tells. Prints JSON.

    XINCHU_PASSWORD=… python3 log_in_and_list.py https://platform.example qiye001
"""

import json
import os
import sys

from xinchu import Platform, PlatformError

platform = Platform(sys.argv[1])
platform.login(sys.argv[2], os.environ["XINCHU_PASSWORD"])
page = platform.call("queryEsProjects", techType=["01", "03"], size=5)
listed = sum(1 for _ in platform.items("queryEsProjects", techType=["01", "03"], size=200))

# As after two hours: the server no longer knows the token.
first = platform.session["token"] = "Bearer ended"
platform.call("queryEsProjects", size=1)

try:
    platform.call("queryEsProjects", page=-1)
except PlatformError as error:
    refusal = {"status": error.status, "fields": [each["field"] for each in error.errors]}

renewed = platform.session["token"] != first
platform.logout()
print(json.dumps({"total": page["totalElements"], "listed": listed, "renewed": renewed, "refusal": refusal}))
