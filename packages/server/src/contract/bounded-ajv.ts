import type { Ajv2020 } from 'ajv/dist/2020.js'

/** A validation stops at this many errors, and a refusal names at most this many fields. */
export const MOST_PROBLEMS = 20

const COUNTED = /errors\+\+;|errors = vErrors\.length;/g
const VALIDATOR = /return function (validate\d+)\(/
/** Code of `anyOf`, `not` and similar keywords retracts errors, so it must run to its end. */
const TAKES_BACK = /errors = _errs\d+/

/**
 * Makes a generated Ajv validator stop after enough errors. Ajv itself reports either the first error or all, and a
 * caller controls how many those are.
 */
export function stopAfterEnoughErrors(code: string): string {
  const name = VALIDATOR.exec(code)?.[1]
  if (!name || TAKES_BACK.test(code)) return code
  const stop = `if(errors >= ${MOST_PROBLEMS}){${name}.errors = vErrors;return false;}`
  return code.replace(COUNTED, (counted) => counted + stop)
}

const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null

/** Indexes of two equal scalars, in one pass. */
export function findRepeated(list: readonly unknown[]): { i: number; j: number } | undefined {
  const seen = new Map<unknown, number>()
  for (const [i, value] of list.entries()) {
    if (!isScalar(value)) continue
    const j = seen.get(value)
    if (j !== undefined) return { i, j }
    seen.set(value, i)
  }
  return undefined
}

/** Replaces Ajv's `uniqueItems`, which compares all pairs. In the contract it is only used on lists of scalars. */
export function useLinearUniqueItems(ajv: Ajv2020): Ajv2020 {
  const validate = (isUnique: boolean, list: readonly unknown[]): boolean => {
    const params = isUnique ? findRepeated(list) : undefined
    Object.assign(validate, { errors: params && [{ keyword: 'uniqueItems', params }] })
    return params === undefined
  }
  ajv.removeKeyword('uniqueItems')
  return ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    errors: true,
    validate,
  })
}
