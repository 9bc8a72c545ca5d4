/**
 * Faults of the reading layer, each a text of a file and what it is replaced by. The tests of their package must find every one.
 * @typedef {readonly [what: string, file: string, from: string, to: string]} Fault
 */

const reading = (name) => `packages/validators/src/reading/${name}.ts`
const importing = (name) => `packages/server/src/domain/import/${name}.ts`
const workbook = (name) => `packages/server/src/workbook/${name}.ts`

/** @type {readonly Fault[]} */
export const readingFaults = [
  ['groups of one to three digits', reading('plain-figure'), '(?:,\\d{3})+|\\d+)', '(?:,\\d{1,3})+|\\d+)'],
  ['a group begins with nought', reading('plain-figure'), '(?:[1-9]\\d{0,2}(?:,', '(?:\\d{1,3}(?:,'],
  [
    'blanks are dropped',
    reading('read-cell'),
    'readFigureText(plain, spec',
    "readFigureText(plain.replace(/\\s/g, ''), spec",
  ],
  [
    'all compatible characters are folded',
    reading('fold'),
    '    : text\n        .replace(',
    "    : text.normalize('NFKC')\n        .replace(",
  ],
  ['an exponent is no fault of its own', reading('written-figure'), "  refused(EXPONENT, 'C-026'),\n", ''],
  [
    'the language reads numbers',
    reading('plain-figure'),
    '=> PLAIN.test(text)',
    "=> text !== '' && !Number.isNaN(Number(text))",
  ],
  ['seventeen digits are sure', reading('decimal'), 'SURE_DIGITS = 15', 'SURE_DIGITS = 17'],
  [
    'codes of sixteen digits pass',
    reading('text'),
    'wholeDigits(digits) > SURE_DIGITS',
    'wholeDigits(digits) > SURE_DIGITS + 1',
  ],
  [
    'a range takes its first figure',
    reading('written-figure'),
    "  refused(RANGE, 'C-022'),\n",
    "  (text, spec, original) => (RANGE.test(text) ? ask('C-025', RANGE.exec(text)[1], spec, original) : undefined),\n",
  ],
  [
    'the unit in a cell is ignored',
    reading('written-figure'),
    "question('C-023', original, [\n    proposed(converted(shortest(digits), factor)",
    "question('C-023', original, [\n    proposed(shortest(digits)",
  ],
  [
    'ten thousand kilowatts are one megawatt',
    reading('units'),
    "'万千瓦 万kW': [10, 1]",
    "'万千瓦 万kW': [1, 1]",
  ],
  [
    'a megawatt-hour is ten thousand kilowatt-hours',
    reading('units'),
    "'MWh 兆瓦时': [1, 10]",
    "'MWh 兆瓦时': [1, 1]",
  ],
  ['a second before midnight is a time', reading('date'), 'NEAR_SECONDS = 60', 'NEAR_SECONDS = 0'],
  ['any time of a day is midnight', reading('date'), 'NEAR_SECONDS = 60', 'NEAR_SECONDS = 86_400'],
  ['days are counted from 1900 alone', reading('calendar'), 'is1904 ? DAYS_1904 : 0', '0'],
  [
    'a plain number is a date',
    reading('date'),
    'if (!isDateFormat(format)) {',
    'if (!isDateFormat(format) && solid) {',
  ],
  [
    'five digits of a text are a day',
    reading('date'),
    'return readSerial(Number(text), source, original)',
    'return takenDay(serialDay(Number(text), false), source, original)',
  ],
  ['any year is near', reading('calendar'), 'NEAR_YEARS = 30', 'NEAR_YEARS = 3000'],
  [
    'a month is its first day',
    reading('date'),
    "if (year !== undefined) return askDay('C-043', original, [dayOf(year, month, 1), lastOfMonth(year, month)])",
    "if (year !== undefined) return { level: 'value', value: dayOf(year, month, 1) }",
  ],
  ['an error is a text', reading('read-cell'), "kind === 'error' || ERROR.test(plain)", 'false'],
  [
    'a formula without a result is empty',
    reading('read-cell'),
    "return refusal('C-002', text)",
    'return empty()',
  ],
  ['a stroke is a value', reading('placeholder'), '(?:\\/+|\\\\+', '(?:\\\\+'],
  [
    'invisible characters stay',
    reading('fold'),
    "INVISIBLE.test(text) ? text.replace(ALL_INVISIBLE, '') : text",
    'text',
  ],
  [
    'a dash of a text file is nothing',
    reading('placeholder'),
    "new Set<Source['by']>(['csv', 'clipboard'])",
    'new Set()',
  ],
  [
    'a merged figure is filled down',
    importing('read-cells'),
    'range.top !== range.bottom && !isFilled(column)',
    'false',
  ],
  [
    'a heading among the data begins the table anew',
    importing('heading-candidates'),
    'found.find(isComplete)',
    'found.findLast(isComplete)',
  ],
  [
    'the unit of a caption is lost below names',
    importing('header'),
    '=== field ? above.named[at]?.unit : undefined',
    '=== field ? undefined : undefined',
  ],
  [
    'the unit above the table is ignored',
    importing('header'),
    'return own ?? table.find(',
    'return own ?? [].find(',
  ],
  ['a second sheet is passed over', importing('choose-sheet'), ', ...left.map(unread)]', ']'],
  ['hidden rows are not mentioned', importing('workbook-rows'), 'if (this.#hidden.length > 0)', 'if (false)'],
  [
    'of two columns of one field one wins',
    importing('heading-columns'),
    'found.questions.push(...questionsOfTwins(found.named, found.headings))',
    '',
  ],
  [
    'a hidden name is believed against its caption',
    importing('heading-columns'),
    'captioned.field !== named.field',
    'false',
  ],
  ['a unit of another quantity is not asked', importing('header'), ', ...foreignUnits(found, written)', ''],
  [
    'an answer for one row is for all',
    importing('answers'),
    'fitting.find(({ answer }) => answer.rowNo === rowNo) ?? fitting[0]',
    'fitting[0]',
  ],
  [
    'an answer is for any text',
    importing('answers'),
    '  if (answer.original !== question.original) return undefined\n',
    '',
  ],
  ['a total is a project', importing('workbook-rows'), 'if (other) return this.#leave(other, row.rowNo)', ''],
  [
    'columns without a meaning are not mentioned',
    importing('workbook-rows'),
    '...conversionNotes(header.units), ...this.#ignored()]',
    '...conversionNotes(header.units)]',
  ],
  ['raised signs are signs', workbook('scan/text'), "RAISED.test(font) ? 'superscript' : ", ''],
  [
    'readings are part of a name',
    workbook('scan/text'),
    'readings === -1 ? xml : xml.slice(0, readings)',
    'xml',
  ],
  ['a long row of a text file is cut', importing('workbook-rows'), 'at >= width && cell !== null', 'false'],
  [
    'headings are pasted as data',
    'packages/web/src/ui/sheet/paste.ts',
    'cells.slice(heads)',
    'cells.slice(0)',
  ],
  [
    'the unit of a pasted heading is ignored',
    'packages/web/src/ui/sheet/headings.ts',
    'return isSameUnit(factor) ? named : { ...named, factor, unit }',
    'return named',
  ],
]
