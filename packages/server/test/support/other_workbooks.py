"""Writes a workbook as offices fill them in, and says beside it what a person sees in each cell.

Reads {"seed", "path", "columns": [{"name", "caption", "unit"}], "rows": [{name: value}]} from standard input. Prints for each row
of the sheet {"row", "sees": {name: text in the unit of the contract, null for an empty cell}, "unclear": [names]}: what is unclear
must be named to the user, anything else must be stored as it is seen. Shares nothing with the code that reads workbooks.
"""
import datetime
import json
import random
import sys
from decimal import Decimal

from openpyxl import Workbook

task = json.load(sys.stdin)
draw = random.Random(task["seed"])
WIDE = {ord(str(digit)): ord("０") + digit for digit in range(10)} | {ord("."): ord("．"), ord(","): ord("，")}
# Headings in another unit, with what a figure of the contract's unit is divided by.
HEADED = {
    "ratedPower": [("MW", 1), ("万千瓦", 10), ("kW", Decimal("0.001")), ("GW", 1000)],
    "ratedEnergy": [("MWh", 1), ("万千瓦时", 10), ("kWh", Decimal("0.001"))],
    "totalInvestment": [("万元", 1), ("亿元", 10000), ("元", Decimal("0.0001"))],
}


def plain(value):
    text = format(Decimal(value).normalize(), "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def figure(cell, value, per):
    """Writes a figure; returns what is seen, or None if it is unclear."""
    written = Decimal(value) / Decimal(per)
    text = plain(written)
    kind = draw.choice(["number", "number", "format", "remainder", "text", "wide", "grouped", "unclear"])
    if kind == "number":
        cell.value = float(written)
    elif kind == "format":
        cell.value = float(written)
        cell.number_format = draw.choice(["0.00", "#,##0.00", "#,##0.0000", '0.00"（估）"'])
    elif kind == "remainder":
        # What is left of a sum of binary fractions: invisible at 15 digits.
        cell.value = float(written) * (1 + draw.choice([1, -1]) * 2**-52)
    elif kind == "text":
        cell.value = draw.choice(["", " "]) + text
    elif kind == "wide":
        cell.value = text.translate(WIDE)
    elif kind == "grouped":
        whole, point, part = text.partition(".")
        cell.value = f"{int(whole):,}{point}{part}"
    else:
        cell.value = draw.choice([f"约{text}", f"{text}±1", f"{text}~{text}", "12,5", "60 60", "0x10", f"{text}MVA", "#DIV/0!"])
        return None
    return plain(value)


def day(cell, value):
    date = datetime.datetime.fromisoformat(value)
    kind = draw.choice(["cell", "cell", "iso", "slash", "dots", "chinese", "solid", "seconds", "unclear"])
    if kind == "cell":
        cell.value = date
        cell.number_format = draw.choice(["yyyy/m/d", "yyyy-mm-dd", 'yyyy"年"m"月"d"日"', "mm-dd-yy"])
    elif kind == "seconds":
        # A browser's clock in Shanghai before 1901: 43 s short of midnight.
        cell.value = date - datetime.timedelta(seconds=43)
        cell.number_format = "yyyy/m/d"
    elif kind == "unclear":
        cell.value = draw.choice([date + datetime.timedelta(hours=16), 46722, f"{date:%Y-%m}", f"{date:%m/%d/%Y}", "待定", f"{date:%Y}年底"])
        if isinstance(cell.value, datetime.datetime):
            cell.number_format = "yyyy/m/d h:mm"
        return None
    else:
        forms = {"iso": f"{date:%Y-%m-%d}", "slash": f"{date.year}/{date.month}/{date.day}", "dots": f"{date:%Y.%m.%d}"}
        forms |= {"chinese": f"{date.year}年{date.month}月{date.day}日", "solid": f"{date:%Y%m%d}"}
        cell.value = forms[kind]
    return value


def phone(cell, value):
    kind = draw.choice(["text", "number", "blanks", "prefix", "wide", "hidden", "two"])
    spaced = f"{value[:3]} {value[3:7]} {value[7:]}"
    forms = {"text": value, "number": int(value), "blanks": spaced, "prefix": f"+86 {value}", "wide": value.translate(WIDE)}
    cell.value = forms.get(kind, f"\u202d{value}\u202c" if kind == "hidden" else f"{value}、13900139000")
    return None if kind == "two" else value


def name(cell, value):
    kind = draw.choice(["plain", "none", "hidden", "wide blank", "lines", "error"])
    if kind == "none":
        cell.value = draw.choice(["/", "无", "—", "N/A", "不涉及", None])
        return ""
    if kind == "error":
        cell.value = draw.choice(["#N/A", "#REF!"])
        return None
    middle = {"hidden": "\u200b", "wide blank": "\u3000", "lines": "\n"}.get(kind, "")
    cell.value = value[:2] + middle + value[2:]
    return value[:2] + ("" if kind in ("plain", "hidden") else " ") + value[2:]


WRITERS = {"planGridDate": day, "contactPhone": phone, "substationName": name}

book = Workbook()
sheet = book.active
sheet.title = draw.choice(["Sheet1", "项目", "银川市"])
for _ in range(draw.randrange(4)):
    sheet.append([draw.choice(["储能项目汇总表", None, "填报单位：示例"])])
columns = task["columns"][:]
if draw.random() < 0.5:
    draw.shuffle(columns)
units = {column["name"]: draw.choice(HEADED.get(column["name"], [(column.get("unit"), 1)])) for column in columns}
head = sheet.max_row + (0 if sheet.max_row == 1 and sheet["A1"].value is None else 1)
for at, column in enumerate(columns, 1):
    unit = units[column["name"]][0]
    mark = draw.choice(["（%s）", "(%s)", "/%s", "[%s]"]) % unit if unit and unit != "°" else ""
    sheet.cell(head, at).value = draw.choice(["", "*"]) + column["caption"] + mark
for down, row in enumerate(task["rows"], 1):
    number = head + down
    sees, unclear = {}, []
    # Most rows are sound, so that most cells are compared with what is stored.
    troubled = draw.random() < 0.4
    for at, column in enumerate(columns, 1):
        key = column["name"]
        value = row.get(key)
        cell = sheet.cell(number, at)
        if value is None:
            continue
        writer = WRITERS.get(key) or ((lambda c, v: figure(c, v, units[key][1])) if key in HEADED else None)
        if writer is None:
            cell.value = value
            continue
        state = draw.getstate()
        seen = writer(cell, value)
        while seen is None and not troubled:
            draw.setstate(state)
            draw.random()
            state = draw.getstate()
            cell.value, cell.number_format = None, "General"
            seen = writer(cell, value)
        if seen is None:
            unclear.append(key)
        else:
            sees[key] = seen
    sheet.row_dimensions[number].hidden = draw.random() < 0.1
    print(json.dumps({"row": number, "sees": sees, "unclear": unclear}))
if draw.random() < 0.5:
    sheet.cell(sheet.max_row + 1, [column["name"] for column in columns].index("projectName") + 1).value = "合计"
book.save(task["path"])
