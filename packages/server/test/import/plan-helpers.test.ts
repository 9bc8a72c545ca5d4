import { applyPlan, type ImportPlan, planImport } from '@xinchu/sdk'
import { describe, expect, test } from 'vitest'
import { openImportPlatform } from '../support/import-platform.ts'
import { saveByHand } from '../support/save-by-hand.ts'

const platform = openImportPlatform(76_000)
const QUICK = { pollInterval: 20 }

/** A draft, and a plan that changes it and makes a project. */
async function planned() {
  const [known, fresh] = [platform.nextRow(), platform.nextRow()]
  const { batch } = await platform.imported([known])
  const id = (await platform.rowsIn(batch.id))[0]?.projectId ?? 0
  const plan = await planImport(
    platform.enterprise.imports,
    [{ ...known, ratedPower: 741 }, fresh, { ...fresh, contactPhone: '1380' }],
    QUICK,
  )
  return { id, plan, name: String(fresh['projectName']) }
}

const apply = (plan: ImportPlan, options = {}) =>
  applyPlan(platform.enterprise.imports, plan, { ...QUICK, ...options })

const made = async (keyword: string) =>
  (await platform.enterprise.projects.list({ keyword })).content.map(({ projectName }) => projectName)

describe('a plan of an import', () => {
  test('says what would become of each row, and writes nothing', async () => {
    const { id, plan, name } = await planned()
    expect(plan.counts).toEqual({ new: 1, changed: 1, same: 0, asked: 0, refused: 1, repeat: 0 })
    expect(plan.rows.map(({ action }) => action)).toEqual(['changed', 'new', 'refused'])
    expect(plan.rows[0]?.changes).toMatchObject([{ field: 'ratedPower', newValue: '741 MW' }])
    expect((await platform.enterprise.projects.get(id)).ratedPower).not.toBe(741)
    expect(await made(name)).toEqual([])
  })

  test('is carried out, also after it was kept as JSON, and once', async () => {
    const { id, plan, name } = await planned()
    const kept: ImportPlan = JSON.parse(JSON.stringify(plan))
    expect(await apply(kept)).toMatchObject({ state: 'applied', written: 2, writtenBefore: 0, moved: [] })
    expect((await platform.enterprise.projects.get(id)).ratedPower).toBe(741)
    expect(await apply(kept)).toMatchObject({ state: 'applied', written: 0, writtenBefore: 2 })
    expect(await made(name)).toEqual([name])
  })

  test('writes nothing at all if a draft has changed since, and says which', async () => {
    const { id, plan, name } = await planned()
    await saveByHand(platform.enterprise, id, { ratedPower: 400 })
    const { state, written, moved } = await apply(plan)
    expect([state, written]).toEqual(['refused', 0])
    expect(moved).toMatchObject([{ row: 1, field: 'ratedPower', now: '400 MW' }])
    expect(await made(name)).toEqual([])
  })

  test('can be carried out in part', async () => {
    const { id, plan, name } = await planned()
    expect(await apply(plan, { only: 'new' })).toMatchObject({ state: 'applied', written: 1 })
    expect(await made(name)).toEqual([name])
    expect((await platform.enterprise.projects.get(id)).ratedPower).not.toBe(741)
  })

  test('has nothing to do where nothing differs', async () => {
    const row = platform.nextRow()
    await platform.imported([row])
    const plan = await planImport(platform.enterprise.imports, [row], QUICK)
    expect(plan.counts).toMatchObject({ same: 1, new: 0 })
    expect(await apply(plan)).toEqual({ state: 'nothing', written: 0, writtenBefore: 0, moved: [] })
  })

  test('cannot be made of a file that is no table', async () => {
    const file = new File(['没有表头的一行文字\n又一行'], '说明.csv')
    await expect(planImport(platform.enterprise.imports, file, QUICK)).rejects.toMatchObject({
      kind: 'validation',
      message: expect.stringContaining('表头'),
    })
  })
})
