import { fields } from '@xinchu/contract/fields'
import { checkField, decimal4OrZero, type FieldSpec } from '@xinchu/validators'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { budget, randomOf } from '../../../scripts/lib/test-seed.mjs'
import { validatorOf } from '../src/contract/validator.ts'
import { cellValue } from '../src/domain/import/cells.ts'
import { HttpError } from '../src/errors.ts'
import { document, operations } from '../src/operations.ts'
import { type Rig, startRig } from './rig.ts'
import { delivered } from './support/dictionaries.ts'

// The widest amount of the contract: 0 to 1e9 万元.
const FIELD = 'plannedInvestment'
const MOST = 1e9
const schema = document.components.schemas.YearCalcFields.properties[FIELD]

function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('not found')
  return value
}

const spec: FieldSpec = required(fields.YearCalcFields.find(({ name }) => name === FIELD))

interface Amount {
  text: string
  hasFourDecimals: boolean
  isInRange: boolean
}

/** An amount of 0 to 6 decimals, of any size up to ten times the largest; judged as text, without arithmetic. */
function amount(random: () => number): Amount {
  const whole = Math.floor(10 ** (random() * 10)) - (random() < 0.05 ? 1 : 0)
  const length = Math.floor(random() * 7)
  const decimals = Array.from({ length }, () => Math.floor(random() * 10)).join('')
  const significant = decimals.replace(/0+$/, '')
  return {
    text: significant === '' ? String(whole) : `${whole}.${significant}`,
    hasFourDecimals: significant.length <= 4,
    isInRange: whole < MOST || (whole === MOST && significant === ''),
  }
}

const AMOUNTS = budget(20_000, 200_000)
const random = randomOf('amounts')
/** The ends of the range and of the decimals, which chance rarely meets. */
const EDGES: readonly (readonly [string, hasFourDecimals: boolean, isInRange: boolean])[] = [
  ['0', true, true],
  ['0.0001', true, true],
  ['0.00001', false, true],
  ['999999999.9999', true, true],
  ['1000000000', true, true],
  ['1000000000.0001', true, false],
  ['1000000001', true, false],
]
const amounts = [
  ...EDGES.map(([text, hasFourDecimals, isInRange]) => ({ text, hasFourDecimals, isInRange })),
  ...Array.from({ length: AMOUNTS }, () => amount(random)),
]
const isLegal = ({ hasFourDecimals, isInRange }: Amount) => hasFourDecimals && isInRange

describe(`${AMOUNTS} amounts from 0 to 1e10 with up to 6 decimals`, () => {
  const wronglyDecided = (decide: (amount: Amount) => boolean, wanted: (amount: Amount) => boolean) =>
    amounts.filter((each) => decide(each) !== wanted(each)).map(({ text }) => text)

  test('hold legal and illegal ones of every size', () => {
    expect(amounts.filter(isLegal).length).toBeGreaterThan(AMOUNTS / 2)
    expect(amounts.filter((each) => !isLegal(each)).length).toBeGreaterThan(AMOUNTS / 4)
    expect(amounts.filter((each) => isLegal(each) && Number(each.text) > 1e8).length).toBeGreaterThan(
      AMOUNTS / 40,
    )
  })

  test('are decided alike by the server, on the operation that takes them', () => {
    const { body } = validatorOf(required(operations.find(({ id }) => id === 'saveGeneralItems')))
    const item = { itemType: 'YEARCALC', yearCalc: { scopeType: 'REGION', scopeId: 640000, year: 2026 } }
    // Collected rather than expected one by one: 80,000 expectations take ten seconds.
    const places = new Set<string>()
    const isTaken = ({ text }: Amount): boolean => {
      const yearCalc = { ...item.yearCalc, [FIELD]: Number(text) }
      try {
        body({ action: 'SAVE', items: [{ ...item, yearCalc }] })
        return true
      } catch (error) {
        if (!(error instanceof HttpError)) throw error
        places.add(error.errors?.map(({ field }) => field).join() ?? '')
        return false
      }
    }
    expect(wronglyDecided(isTaken, isLegal)).toEqual([])
    expect([...places]).toEqual([`items.0.yearCalc.${FIELD}`])
  })

  test('are decided alike by the rule and the record check of forms, as typed and as numbers', () => {
    const passes = (value: unknown) => checkField(spec, { [FIELD]: value }, 'draft') === null
    expect(wronglyDecided(({ text }) => passes(text), isLegal)).toEqual([])
    expect(wronglyDecided(({ text }) => passes(Number(text)), isLegal)).toEqual([])
    expect(
      wronglyDecided(
        ({ text }) => decimal4OrZero(text) === null,
        ({ hasFourDecimals }) => hasFourDecimals,
      ),
    ).toEqual([])
  })

  test('are decided alike in the cells of a workbook', () => {
    const passes = ({ text }: Amount) => {
      const read = cellValue(text, spec, delivered, { by: 'rows', today: '2026-11-28' })
      return 'value' in read && checkField(spec, { [FIELD]: read.value }, 'draft') === null
    }
    expect(wronglyDecided(passes, isLegal)).toEqual([])
  })

  test('a stock validator with its own settings never refuses a legal one, and every one out of range', () => {
    // "strict" is about unknown keywords such as x-unit, not about values.
    const stock: ValidateFunction = new Ajv2020({ strict: false }).compile(schema)
    expect(
      wronglyDecided(
        ({ text }) => stock(Number(text)),
        ({ isInRange }) => isInRange,
      ),
    ).toEqual([])
  })
})

describe('over HTTP', () => {
  let rig: Rig
  let token: string
  beforeAll(async () => {
    rig = await startRig({ config: { captcha: false } })
    const reply = await fetch(`${rig.url}/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ username: 'province_nx', password: 'Xinchu@2026' }),
    })
    token = (await reply.json()).token
  })
  afterAll(() => rig.close())

  /** The amounts that a call refuses, by their place in it. */
  async function refused(batch: readonly Amount[]): Promise<number[]> {
    const item = (value: string) =>
      `{"itemType":"YEARCALC","yearCalc":{"scopeType":"REGION","scopeId":640000,"year":2026,"${FIELD}":${value}}}`
    const reply = await fetch(`${rig.url}/api/esProject/addGeneralItems`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: token },
      body: `{"action":"SAVE","items":[${batch.map(({ text }) => item(text)).join(',')}]}`,
    })
    const { errors = [] } = await reply.json()
    return (errors as { field: string }[]).flatMap(({ field }) => {
      const found = /^items\.(\d+)\.yearCalc\.plannedInvestment$/.exec(field)
      return found ? [Number(found[1])] : []
    })
  }

  const inBatches = (list: readonly Amount[], size: number) =>
    Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
      list.slice(index * size, (index + 1) * size),
    )

  test('legal amounts pass and illegal ones are refused at their place', async () => {
    for (const batch of inBatches(amounts.filter(isLegal).slice(0, budget(1_000, 4_000)), 500))
      expect(await refused(batch)).toEqual([])
    // A reply names few errors only, so that a call holds few amounts.
    for (const batch of inBatches(amounts.filter((each) => !isLegal(each)).slice(0, budget(200, 1_000)), 10))
      expect(await refused(batch)).toEqual(batch.map((_, index) => index))
  })
})
