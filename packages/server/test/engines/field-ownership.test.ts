import { fields } from '@xinchu/contract/fields'
import { importRows, type XinchuClient } from '@xinchu/sdk'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { budget, TEST_SEED } from '../../../../scripts/lib/test-seed.mjs'
import { type Rig, startRig } from '../rig.ts'
import { goodRow, type ImportCells } from '../support/import-rows.ts'

const HISTORIES = budget(1, 20)

let rig: Rig
let county: XinchuClient
let city: XinchuClient
beforeAll(async () => {
  rig = await startRig()
  county = await rig.as('county_yc')
  city = await rig.as('city_wz')
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

const VALUES = {
  address: ['青山乡', '麻黄山乡', '惠安堡镇'],
  ratedPower: [801, 802, 803],
  contactPhone: ['13800138000', '13900139000', '13700137000'],
} as const
type Field = keyof typeof VALUES
const FIELDS = Object.keys(VALUES) as Field[] // of the constant above

type Step =
  | { kind: 'person' | 'system'; field: Field; at: number }
  | { kind: 'import'; at: readonly number[]; forced: readonly Field[] }
  | { kind: 'return' }

const field = fc.constantFrom(...FIELDS)
const at = fc.nat({ max: 2 })
const save = fc.record({
  kind: fc.constantFrom('person' as const, 'person' as const, 'system' as const),
  field,
  at,
})
const imported = fc.record({
  kind: fc.constant('import' as const),
  at: fc.tuple(at, at, at),
  forced: fc.oneof(
    { weight: 2, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.uniqueArray(field, { minLength: 1, maxLength: 2 }) },
  ),
})
const RETURN: Step = { kind: 'return' }
/** What people and systems set, now and then after a return, and what an import makes of it. */
const round = fc
  .tuple(fc.boolean(), fc.array(save, { minLength: 1, maxLength: 2 }), imported)
  .map(([isReturned, saves, last]): Step[] => [...(isReturned ? [RETURN] : []), ...saves, last])
const steps = fc.array(round, { minLength: 3, maxLength: 3 }).map((rounds) => rounds.flat())

const NAMES = new Set<string>(fields.EsProjectFields.map(({ name }) => name))

/** One project, as this test knows it: what each field should be, and whether a person was the last to set it. */
class History {
  readonly #row: ImportCells
  readonly #values: Record<Field, string | number> = { address: '', ratedPower: 0, contactPhone: '' }
  readonly #personal = new Set<Field>()
  #id = 0

  constructor(serial: number) {
    this.#row = goodRow(serial)
  }

  async #found() {
    const { id, version, ...content } = await county.projects.get(this.#id)
    return { id, version, content }
  }

  async import(values: Partial<Record<Field, string | number>>, forced: readonly Field[]): Promise<void> {
    const given: ImportCells = { ...this.#row, ...values }
    const { batch } = await importRows(county.imports, [given], {
      forceFields: [...forced],
      takeReturned: true,
      pollInterval: 60,
    })
    expect(batch.errorRows).toBe(0)
    if (this.#id === 0) {
      const { content } = await county.projects.list({ keyword: String(given['projectName']), size: 10 })
      this.#id = content[0]?.id ?? 0
    }
    for (const name of FIELDS) {
      const value = given[name] as string | number // of a text or a number, by VALUES and goodRow
      if (this.#personal.has(name) && !forced.includes(name)) continue
      if (value !== this.#values[name]) this.#personal.delete(name)
      this.#values[name] = value
    }
  }

  async save(name: Field, value: string | number, isSystem: boolean): Promise<void> {
    const { id, version, content } = await this.#found()
    const known = Object.fromEntries(Object.entries(content).filter(([key]) => NAMES.has(key)))
    const { projectName, provinceCode } = content
    const edited = { ...known, projectName, provinceCode, ...this.#values, [name]: value }
    const setService = (isService: boolean) =>
      rig.db
        .updateTable('app_user')
        .set({ captcha_exempt: isService })
        .where('username', '=', 'county_yc')
        .execute()
    await setService(isSystem)
    await county.projects.update({ ...edited, id, version } as Parameters<typeof county.projects.update>[0]) // of the fields of a project
    await setService(false)
    if (value === this.#values[name]) return
    this.#values[name] = value
    if (isSystem) this.#personal.delete(name)
    else this.#personal.add(name)
  }

  /** Submits, and has the city return it. */
  async return(): Promise<void> {
    expect(
      await county.projects.submit({ ids: [this.#id], action: 'SUBMIT', opinion: '已核对' }),
    ).toMatchObject({
      succeeded: [this.#id],
    })
    await city.projects.submit({ ids: [this.#id], action: 'RETURN', opinion: '请核对' })
  }

  async assertKept(): Promise<void> {
    const { content } = await this.#found()
    expect(Object.fromEntries(FIELDS.map((name) => [name, content[name]]))).toEqual(this.#values)
    const origins = await rig.db
      .selectFrom('field_origin')
      .select('field')
      .where('project_id', '=', this.#id)
      .where('origin', 'in', ['TYPED', 'REVIEW'])
      .execute()
    expect(origins.map(({ field: name }) => name).sort()).toEqual([...this.#personal].sort())
  }
}

let serial = 97_000

test(`no import takes a person's correction unless it is told to, in any order of events (seed ${TEST_SEED})`, async () => {
  const history = fc.asyncProperty(steps, async (taken) => {
    serial += 1
    const project = new History(serial)
    await project.import({}, [])
    for (const step of taken) {
      if (step.kind === 'import')
        await project.import(
          Object.fromEntries(FIELDS.map((name, place) => [name, VALUES[name][step.at[place] ?? 0]])),
          step.forced,
        )
      else if (step.kind === 'return') await project.return()
      else await project.save(step.field, VALUES[step.field][step.at] ?? '', step.kind === 'system')
      await project.assertKept()
    }
  })
  await fc.assert(history, { numRuns: HISTORIES, endOnFailure: true })
}, 600_000)
