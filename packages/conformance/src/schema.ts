import { decimalsOf } from '@xinchu/validators'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { type Problem, problemsOf } from './problem.ts'

/** Returns the violations of a value by the schema at a JSON pointer of the contract. */
export type Judge = (pointer: string, value: unknown) => Problem[]

const DATE = /^(\d{4})-(\d\d)-(\d\d)/

/** Whether a text begins with a day of the calendar. */
function isCalendarDay(text: string): boolean {
  const [, year, month, day] = DATE.exec(text) ?? []
  if (!year) return false
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
}

const ID = 'contract'

const settings = {
  strict: false,
  allErrors: true,
  verbose: true,
  // The contract's lint checks the schemas.
  meta: false,
  validateSchema: false,
  // Replies are judged by the bounds that the contract states, not by the width of numbers.
  formats: { date: isCalendarDay, int32: true, int64: true, uuid: true },
} as const

function checkerOf(document: object): Ajv2020 {
  const ajv = new Ajv2020(settings)
  ajv.addKeyword({
    keyword: 'x-decimals',
    type: 'number',
    schemaType: 'number',
    validate: (most: number, value: number) => decimalsOf(value) <= most,
  })
  ajv.addKeyword({
    keyword: 'x-format',
    type: 'string',
    validate: (_format: string, value: string) => isCalendarDay(value),
  })
  return ajv.addSchema({ ...document, $id: ID })
}

function makeJudge(document: object): Judge {
  const compiled = new Map<string, ValidateFunction>()
  let ajv: Ajv2020 | undefined
  return (pointer, value) => {
    ajv ??= checkerOf(document)
    const validate = compiled.get(pointer) ?? ajv.compile({ $ref: ID + pointer })
    compiled.set(pointer, validate)
    return validate(value) ? [] : problemsOf(validate.errors ?? [])
  }
}

const judges = new WeakMap<object, Judge>()

/** Returns a checker for the schemas of a document. Each schema is compiled once, at its first use. */
export function judgeBy(document: object): Judge {
  const judge = judges.get(document) ?? makeJudge(document)
  judges.set(document, judge)
  return judge
}
