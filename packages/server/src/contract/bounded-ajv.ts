import type { Ajv2020 } from 'ajv/dist/2020.js'

/** A validation stops at this many errors, and a refusal names at most this many fields. */
export const MOST_PROBLEMS = 20

const COUNTED = /errors\+\+;|errors = vErrors\.length;/g
const VALIDATOR = /return function (validate\d+)\(/
/** Code of `anyOf`, `not` and their like takes errors back; it must run to its end. */
const TAKES_BACK = /errors = _errs\d+/

/**
 * Makes the validator that Ajv generated return once it has found enough errors. Ajv itself offers the first error or all
 * of them, and all of them are as many as the caller likes.
 */
export function stopAfterEnoughErrors(code: string): string {
  const name = VALIDATOR.exec(code)?.[1]
  if (!name || TAKES_BACK.test(code)) return code
  const stop = `if(errors >= ${MOST_PROBLEMS}){${name}.errors = vErrors;return false;}`
  return code.replace(COUNTED, (counted) => counted + stop)
}

const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null

/** The places of two equal scalars. Each element is looked at once. */
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

/** Replaces Ajv's `uniqueItems`, which compares all pairs. Every list of the contract that has it holds scalars. */
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
