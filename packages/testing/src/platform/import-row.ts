import { dictionaries, type FieldSpec, fields } from '@xinchu/sdk/fields'
import type { components } from '@xinchu/sdk/schema'
import { ContractBreach, checkBody } from '../check.ts'
import { PLACES } from './places.ts'
import { type Draft, labelOf } from './project.ts'

type ImportRow = components['schemas']['ImportRow']
type Issue = ImportRow['errors'][number]
type Raw = Readonly<Record<string, string>>

/** A row, and the project that it would write. */
export interface CheckedRow {
  row: ImportRow
  draft: Draft | undefined
}

const columns = fields.EsProjectFields.filter(({ importColumn }) => importColumn !== undefined)

/** Names of the three columns for places, which hold names of divisions. */
const PLACE_COLUMNS: Readonly<Record<string, string>> = {
  province: 'provinceCode',
  city: 'cityCode',
  county: 'countyCode',
}

const WRONG = Symbol('wrong')
const MESSAGES: { readonly [Kind in FieldSpec['kind']]?: string } = {
  number: '必须输入数字且最多4位小数',
  integer: '必须输入整数',
  boolean: '请填写是或否',
  date: '日期应为 yyyy-MM-dd',
  dict: '取值不在字典中',
  dicts: '取值不在字典中',
  region: '行政区划不存在',
}

function choiceOf(dict: string | undefined, text: string): string | typeof WRONG {
  const known = Object.entries(dictionaries).find(([name]) => name === dict)?.[1].values
  return known?.find(({ value, label }) => value === text || label === text)?.value ?? WRONG
}

function numberOf(text: string): number | typeof WRONG {
  const value = Number(text)
  return text.trim() === '' || !Number.isFinite(value) ? WRONG : value
}

function regionOf(text: string): string | typeof WRONG {
  if (/^\d{6}$/.test(text)) return text
  return Object.entries(PLACES).find(([, name]) => name === text)?.[0] ?? WRONG
}

const FLAGS = new Map<string, boolean>([
  ['是', true],
  ['true', true],
  ['1', true],
  ['否', false],
  ['false', false],
  ['0', false],
])

function cellValue({ kind, dict }: FieldSpec, text: string): unknown {
  switch (kind) {
    case 'number':
    case 'integer':
      return numberOf(text)
    case 'boolean':
      return FLAGS.get(text) ?? WRONG
    case 'date':
      return /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : WRONG
    case 'dict':
      return choiceOf(dict, text)
    case 'dicts': {
      const values = text.split(/[、,，;；]/).map((each) => choiceOf(dict, each.trim()))
      return values.includes(WRONG) ? WRONG : values
    }
    case 'region':
      return regionOf(text)
    default:
      return text
  }
}

/** The company of an enterprise's row is its own. */
const OF_COMPANY = ['companyName', 'creditCode']
const MUNICIPALITIES = ['110000', '120000', '310000', '500000']

/** Whether a row must have a value: what a submission needs, and a city outside of the municipalities. */
function isRequired(
  name: string,
  required: FieldSpec['required'],
  values: Readonly<Record<string, unknown>>,
): boolean {
  if (name === 'cityCode') return !MUNICIPALITIES.includes(String(values['provinceCode']))
  if (required === undefined || OF_COMPANY.includes(name)) return false
  return required === 'submit' || required.in.includes(String(values[required.field]))
}

/** Reads the cells of a row. Cells that mean nothing become issues: field and message. */
function read(raw: Raw): { values: Record<string, unknown>; wrong: [field: string, message: string][] } {
  const values: Record<string, unknown> = {}
  const wrong: [string, string][] = []
  for (const [name, text] of Object.entries(raw)) {
    if (text.trim() === '') continue
    const field = PLACE_COLUMNS[name] ?? name
    const spec = columns.find((each) => each.name === field)
    const value = spec ? cellValue(spec, text.trim()) : WRONG
    if (value !== WRONG) values[field] = value
    else wrong.push([field, (spec && MESSAGES[spec.kind]) ?? '模板没有此列'])
  }
  for (const { name, required } of columns) {
    const field = Object.entries(PLACE_COLUMNS).find(([, of]) => of === name)?.[0] ?? name
    if (isRequired(name, required, values) && !(name in values) && !wrong.some(([each]) => each === name))
      wrong.push([field, '值不能为空'])
  }
  const { contactPhone } = values
  if (typeof contactPhone === 'string' && !/^1\d{10}$/.test(contactPhone))
    wrong.push(['contactPhone', '请输入正确格式的电话号码'])
  return { values, wrong }
}

/** What the contract refuses in the values. */
function refusedIn(values: object): [field: string, message: string][] {
  try {
    checkBody('createEsProject', values)
    return []
  } catch (error) {
    if (!(error instanceof ContractBreach)) throw error
    return error.errors.map(({ field, message }) => [field, message])
  }
}

/** Column letters as in a workbook: 27 is AA. */
const lettersOf = (column: number): string =>
  column > 26
    ? `${lettersOf(Math.floor((column - 1) / 26))}${lettersOf(((column - 1) % 26) + 1)}`
    : String.fromCharCode(64 + column)

function issueOf(
  rowNo: number,
  raw: Raw,
  [field, message]: readonly [string, string],
  hasColumns: boolean,
): Issue {
  const spec = columns.find(({ name }) => name === field)
  const caption = spec?.caption ?? field
  const column = hasColumns && spec?.importColumn ? { column: lettersOf(spec.importColumn) } : {}
  const value = raw[field] === undefined ? {} : { value: raw[field] }
  return { ...column, field, caption, ...value, message: `第${rowNo}行【${caption}】：${message}` }
}

/** Checks a row by the contract's fields and dictionaries. The platform itself checks more: the rules between fields. */
export function checkRow(
  raw: Raw,
  { rowNo, batchId, hasColumns }: { rowNo: number; batchId: number; hasColumns: boolean },
  isRepeat: (name: string) => number | undefined,
): CheckedRow {
  const { values, wrong } = read(raw)
  const named = new Set(wrong.map(([field]) => field))
  const problems = [...wrong, ...refusedIn(values).filter(([field]) => !named.has(field))]
  const errors = problems.map((problem) => issueOf(rowNo, raw, problem, hasColumns))
  const name = String(values['projectName'])
  const projectId = errors.length === 0 ? isRepeat(name) : undefined
  const state = errors.length > 0 ? 'ERROR' : projectId === undefined ? 'OK' : 'REPEAT'
  const repeats = projectId === undefined ? {} : { repeats: [{ projectId, projectName: name, score: 100 }] }
  const stateLabel = labelOf('import_row_state', state) ?? state
  return {
    row: { ...{ batchId, rowNo, state, stateLabel, errors, warnings: [] }, raw: { ...raw }, ...repeats },
    draft: errors.length === 0 ? (values as Draft) : undefined, // just checked by the contract
  }
}
