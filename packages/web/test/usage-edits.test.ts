import { ReportStatus } from '@xinchu/contract/codes'
import type { DueItem, GeneralItem } from '@xinchu/sdk'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  conflictsOf,
  currentEdit,
  type Edit,
  editsFrom,
  resolved,
  restoredCells,
  storedOf,
  withChanges,
  withoutSaved,
} from '../src/features/periodic/usage-edits.ts'
import type { SheetRow } from '../src/ui/sheet/model.ts'

const NAMES = ['chargeEnergy', 'dischargeEnergy', 'remark'] as const

const flow: GeneralItem['flow'] = {
  status: ReportStatus.draft,
  statusLabel: '草稿',
  actions: ['SAVE', 'SUBMIT'],
  history: [],
}

/** A station whose report is stored with these texts. */
function stored(version: number, texts: SheetRow): DueItem {
  const { remark, ...figures } = texts
  const numbers = Object.entries(figures).flatMap(([name, text]) => (text ? [[name, Number(text)]] : []))
  const usage = {
    projectId: 7,
    year: 2026,
    quarter: 3 as const,
    ...Object.fromEntries(numbers),
    ...(remark ? { remark } : {}),
  }
  return {
    itemType: 'USAGE',
    editable: true,
    projectId: 7,
    item: { id: 70, version, itemType: 'USAGE', status: ReportStatus.draft, flow, usage },
  }
}

const row = fc.record({
  chargeEnergy: fc.constantFrom('', '1', '2'),
  dischargeEnergy: fc.constantFrom('', '1', '2'),
  remark: fc.constantFrom('', '甲', '乙'),
})

const changesTo = (texts: SheetRow) => NAMES.map((name) => ({ row: 0, name, value: texts[name] ?? '' }))
const textsOf = (texts: SheetRow | undefined) => NAMES.map((name) => texts?.[name] ?? '')

describe('the input of a row', () => {
  test('is nothing where it equals what is stored', () => {
    const due = stored(1, { chargeEnergy: '1' })
    const edits = withChanges({}, [due], [{ row: 0, name: 'chargeEnergy', value: '2' }])
    expect(edits[7]?.version).toBe(1)
    expect(withChanges(edits, [due], [{ row: 0, name: 'chargeEnergy', value: '1' }])).toEqual({})
  })

  test('is gone once it is saved, and stays where it was typed over meanwhile', () => {
    fc.assert(
      fc.property(row, row, row, (before, sent, now) => {
        const due = stored(1, before)
        const typed = withChanges({}, [due], changesTo(sent))
        const sentEdit = typed[7]
        fc.pre(sentEdit !== undefined)
        const later = withChanges(typed, [due], changesTo(now))
        const saved = stored(2, sent)
        const rest = withoutSaved(later, [{ id: 7, sent: sentEdit, stored: storedOf(saved), version: 2 }])
        const shown = currentEdit(rest[7], saved)?.typed ?? storedOf(saved)
        expect(textsOf(shown)).toEqual(textsOf(now))
        expect(rest[7] ? conflictsOf(rest[7], saved) : []).toEqual([])
      }),
    )
  })
})

describe('input on two devices', () => {
  test('conflicts in exactly the cells that the other device changed to something else', () => {
    fc.assert(
      fc.property(row, row, row, (base, mine, theirs) => {
        const edit: Edit = { typed: mine, base, version: 1 }
        const names = conflictsOf(edit, stored(2, theirs)).map(({ name }) => name)
        const expected = NAMES.filter((name) => theirs[name] !== base[name] && theirs[name] !== mine[name])
        expect(names).toEqual(expected)
      }),
    )
  })

  test('is settled by a choice for each cell, and keeps all other input', () => {
    fc.assert(
      fc.property(row, row, row, fc.subarray([...NAMES]), (base, mine, theirs, chosen) => {
        const due = stored(2, theirs)
        const edit: Edit = { typed: mine, base, version: 1 }
        const next = resolved(edit, due, new Set(chosen))
        expect(conflictsOf(next, due)).toEqual([])
        for (const name of NAMES)
          expect(next.typed[name]).toBe(chosen.includes(name) ? theirs[name] : mine[name])
      }),
    )
  })
})

test('input found in the browser is told cell by cell, without what is stored by now', () => {
  const edit: Edit = {
    typed: { chargeEnergy: '2', remark: '甲' },
    base: { chargeEnergy: '1' },
    version: 1,
  }
  const kept = editsFrom(JSON.parse(JSON.stringify({ 7: edit, 8: { typed: 5 }, 9: 'x' })))
  expect(kept).toEqual({ 7: edit })
  expect(restoredCells(kept, [stored(1, { chargeEnergy: '1' })]).map(({ name }) => name)).toEqual([
    'chargeEnergy',
    'remark',
  ])
  expect(restoredCells(kept, [stored(2, { chargeEnergy: '2', remark: '甲' })])).toEqual([])
})
