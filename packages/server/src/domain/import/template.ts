import { groups } from '@xinchu/contract/fields'
import type { FieldSpec } from '@xinchu/validators'
import type { Db } from '../../db/database.ts'
import { type TemplateColumn, type TemplateRegion, writeTemplate } from '../../workbook/index.ts'
import { type DictionaryEntry, loadEntries } from '../dict/lookup.ts'
import { SHEET } from './check-protocol.ts'
import { type ImportColumn, importColumns } from './columns.ts'
import { projectDictionaries } from './references.ts'
import { SAMPLE } from './sample.ts'

export const TEMPLATE_VERSION = '2026.1'

const RULES =
  '请从第6行起填写，每行一个项目；带*的列必填；灰色示例行不会导入；请勿改动表头与隐藏行。多项内容以“、”分隔，日期形如2026-03-01。'

const REGIONS: Readonly<Record<string, TemplateColumn['region']>> = {
  province: 'province',
  city: 'city',
  county: 'county',
}

/** Entities that cells may reference now. */
interface Choices {
  owners: readonly string[]
  /** Enabled entries in order. */
  entries: readonly DictionaryEntry[]
}

const entriesOf = ({ entries }: Choices, dict: string | undefined): DictionaryEntry[] =>
  entries.filter((entry) => entry.dict === dict)

function choicesOf({ spec, name }: ImportColumn, choices: Choices): readonly string[] | undefined {
  if (name === 'ownerGroupName') return choices.owners
  if (spec.kind === 'boolean') return ['是', '否']
  if (spec.kind !== 'dict') return undefined
  return entriesOf(choices, spec.dict).map(({ label }) => label)
}

const KINDS: Readonly<Partial<Record<FieldSpec['kind'], TemplateColumn['kind']>>> = {
  number: 'number',
  integer: 'number',
  date: 'date',
}

const captionOf = (field: string) => importColumns.find(({ spec }) => spec.name === field)?.caption ?? ''
const dictOf = (field: string) => importColumns.find(({ spec }) => spec.name === field)?.spec.dict
const listed = (entries: readonly DictionaryEntry[]) => entries.map(({ label }) => label).join('、')

function hintOf({ spec, name }: ImportColumn, choices: Choices): string | undefined {
  if (spec.kind === 'dicts') return `可填多项，以“、”分隔：${listed(entriesOf(choices, spec.dict))}`
  if (name === 'stopDate') return '按建设状态分别作为停运、退役或终止日期'
  if (spec.kind === 'date') return '形如2026-03-01'
  if (typeof spec.required === 'object') {
    const { field, in: values } = spec.required
    const states = entriesOf(choices, dictOf(field)).filter(({ value }) => values.includes(value))
    return `${captionOf(field)}为${listed(states)}时，提交前须填写`
  }
  return spec.hint
}

/** The sample's text of a column: its own, or the first choice where one is required. */
function sampleOf(
  { name, spec }: ImportColumn,
  choices: readonly string[] | undefined,
): string | number | undefined {
  const own = SAMPLE[name]
  const isKnown = own !== undefined && (!choices || choices.includes(String(own)))
  if (isKnown) return own
  return own !== undefined || spec.required === 'submit' ? choices?.[0] : undefined
}

function templateColumn(column: ImportColumn, known: Choices): TemplateColumn {
  const { spec, name, caption } = column
  const choices = choicesOf(column, known)
  const region = REGIONS[name]
  const many = spec.kind === 'dicts' ? entriesOf(known, spec.dict).map(({ label }) => label) : undefined
  const sample = sampleOf(column, choices ?? many)
  const hint = hintOf(column, known)
  return {
    name,
    caption,
    group: groups['EsProjectFields']?.[spec.group ?? ''] ?? '',
    isRequired: spec.required === 'submit' || name === 'county',
    kind: KINDS[spec.kind] ?? 'text',
    ...(spec.unit ? { unit: spec.unit } : {}),
    ...(choices && !region ? { choices } : {}),
    ...(region ? { region } : {}),
    ...(hint ? { hint } : {}),
    ...(sample === undefined ? {} : { sample }),
  }
}

async function templateRegions(db: Db): Promise<TemplateRegion[]> {
  const rows = await db
    .selectFrom('region as r')
    .leftJoin('region as c', 'c.code', 'r.city_code')
    .innerJoin('region as p', 'p.code', 'r.province_code')
    .select(['r.level', 'r.name', 'p.name as province', 'c.name as city'])
    .where('r.ended_on', 'is', null)
    .orderBy('r.code')
    .execute()
  return rows.map(({ level, name, province, city }) => ({
    province,
    ...(city ? { city } : {}),
    ...(level === 3 ? { county: name } : {}),
  }))
}

/** Builds the import template with the current choices. */
export async function projectTemplate(db: Db, withSample: boolean): Promise<Uint8Array> {
  const owners = await db.selectFrom('owner_dict').select('label').orderBy('id').execute()
  const entries = await loadEntries(db, projectDictionaries)
  const known: Choices = {
    owners: owners.map(({ label }) => label),
    entries: entries.filter(({ enabled }) => enabled),
  }
  const serial: TemplateColumn = {
    name: 'serial',
    caption: '序号',
    group: '',
    isRequired: false,
    kind: 'number',
    width: 6,
  }
  return writeTemplate({
    sheet: SHEET,
    title: '新型储能项目导入模板',
    rules: RULES,
    version: `templateVersion=${TEMPLATE_VERSION}`,
    columns: [serial, ...importColumns.map((column) => templateColumn(column, known))],
    regions: await templateRegions(db),
    withSample,
  })
}
