import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readParameter } from '../src/contract/read-parameters.ts'
import { type OperationValidator, validatorOf } from '../src/contract/validator.ts'
import { HttpError } from '../src/errors.ts'
import { type JsonSchema, operations } from '../src/operations.ts'

const validators = new Map<string, OperationValidator>()

/** The compiled validator of an operation. */
function validatorFor(id: string): OperationValidator {
  const operation = operations.find((each) => each.id === id)
  if (!operation) throw new Error(`no operation ${id}`)
  const validator = validators.get(id) ?? validatorOf(operation)
  validators.set(id, validator)
  return validator
}

/** Message and fields of a refusal; undefined if the value is accepted. */
function refusalOf(check: () => unknown): { status: number; message: string; fields: string[] } | undefined {
  try {
    check()
    return undefined
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    return {
      status: error.status,
      message: error.message,
      fields: (error.errors ?? []).map(({ field }) => field),
    }
  }
}

const inQuery = (id: string, query: Record<string, unknown>) => refusalOf(() => validatorFor(id).query(query))
const inPath = (id: string, path: Record<string, unknown>) => refusalOf(() => validatorFor(id).path(path))
const inBody = (id: string, body: unknown) => refusalOf(() => validatorFor(id).body(body))

describe("a refusal has the caption of the operation's own schema", () => {
  test.each([
    ['createEsProject', {}, '项目名称：值不能为空'],
    ['login', { username: 'x' }, '密码：值不能为空'],
    ['sendForgetSms', { username: 'x' }, '手机号：值不能为空'],
    ['saveSavedQuery', { listName: 'warehouse', name: 'K', conditions: {} }, '条件：至少1个字段'],
    ['createMenu', { title: 5, path: 'x' }, '标题：应为文本'],
  ])('%s of %j: %s', (id, body, message) => {
    expect(inBody(id, body)?.message).toBe(message)
  })

  test('a parameter is called as the operation describes it', () => {
    expect(inQuery('listMenuChildren', { pid: '-1' })?.message).toBe('上级菜单：不能小于0')
  })
})

const NO_INTEGERS = [
  '0x10',
  '0b11',
  '1e1',
  '.5e1',
  '5.',
  '.5',
  ' 5',
  '5 ',
  '+5',
  '05',
  '1e400',
  'NaN',
  'Infinity',
  '-0.5',
  '五',
  '９'.repeat(2),
  '9'.repeat(30),
]

describe('a number in a text is plain decimal digits', () => {
  test.each(NO_INTEGERS)('%j is no integer of a query', (text) => {
    expect(inQuery('queryEsProjects', { size: text })).toMatchObject({ status: 400, fields: ['size'] })
    expect(inQuery('listMenuChildren', { pid: text })).toMatchObject({ status: 400, fields: ['pid'] })
  })

  test.each(NO_INTEGERS)('%j is no integer of a path', (text) => {
    expect(inPath('getEsProject', { id: text })).toMatchObject({ status: 400, fields: ['id'] })
  })

  test.each([
    '0x10',
    '1e2',
    '5.',
    '.5',
    ' 5',
    '+5',
    '1e400',
    'NaN',
    'Infinity',
    '00.5',
    '1,5',
    '9'.repeat(400),
  ])('%.12s is no decimal of a query', (text) => {
    expect(inQuery('queryEsProjects', { powerMin: text })).toMatchObject({
      status: 400,
      fields: ['powerMin'],
    })
  })

  test.each([
    ['1e400', '1e400'],
    ['-1e400', '-1e400'],
    ['400 nines', '9'.repeat(400)],
  ])('%s: no number of a body', (_name, text) => {
    const filter = JSON.parse(`{"year":2026,"filter":{"powerMin":${text}}}`)
    expect(inBody('exportRecordProjectList', filter)).toMatchObject({
      status: 400,
      fields: ['filter.powerMin'],
    })
  })

  test('a text is no number of a body', () => {
    const draft = { projectName: '甲', provinceCode: '640000', ratedPower: '5' }
    expect(inBody('createEsProject', draft)).toMatchObject({ status: 400, fields: ['ratedPower'] })
  })

  const integer: JsonSchema = { type: 'integer' }
  const number: JsonSchema = { type: 'number' }

  test('every integer is read from its digits', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (value) => {
        expect(readParameter(String(value), integer)).toBe(value === 0 ? 0 : value)
      }),
    )
  })

  test('any other text stays a text, which the schema refuses', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789abxXeE+-. _') }), (text) => {
        const isInteger = text === String(Number.parseInt(text, 10)) || text === '-0'
        const isDecimal = isInteger || (/^-?\d+\.\d+$/.test(text) && !/^-?0\d/.test(text))
        const isPlain = !/[eE]/.test(text)
        if (text.length <= 15) {
          expect(typeof readParameter(text, integer)).toBe(isInteger ? 'number' : 'string')
          expect(typeof readParameter(text, number)).toBe(isDecimal && isPlain ? 'number' : 'string')
        }
      }),
      { numRuns: 2_000 },
    )
  })
})

const UNSEEN: readonly (readonly [name: string, text: string])[] = [
  ['a high surrogate alone', 'a\ud800b'],
  ['a low surrogate alone', '\udc00'],
  ['surrogates in the wrong order', '\udc00\ud800'],
  ['NUL', 'a\u0000b'],
  ['a C0 control character', 'a\u0007b'],
  ['DEL', 'a\u007fb'],
  ['a C1 control character', 'a\u0085b'],
  ['a direction override', '报告\u202Efdp.exe'],
  ['a direction isolate', '报告\u2066x'],
  ['U+FEFF alone', '\ufeff'],
]

describe('a text holds no character without a meaning', () => {
  const draft = { projectName: '甲', provinceCode: '640000' }

  test.each(UNSEEN)('%s', (_name, text) => {
    const refused = { status: 400, message: expect.stringContaining('不能含有控制字符') }
    expect(inBody('createEsProject', { ...draft, projectName: text })).toMatchObject({
      ...refused,
      fields: ['projectName'],
    })
    expect(inBody('createEsProject', { ...draft, remark: text })).toMatchObject({
      ...refused,
      fields: ['remark'],
    })
    expect(inQuery('queryEsProjects', { keyword: text })).toMatchObject({ ...refused, fields: ['keyword'] })
    expect(inPath('getEsProject', { id: text })).toMatchObject({ status: 400, fields: ['id'] })
  })

  test('line breaks and tabs are for texts of several lines', () => {
    const lines = '一\n\t二\r\n三'
    expect(inBody('createEsProject', { ...draft, remark: lines })).toBeUndefined()
    expect(inBody('createEsProject', { ...draft, projectName: lines })).toMatchObject({
      fields: ['projectName'],
    })
    expect(inQuery('queryEsProjects', { keyword: lines })).toMatchObject({ fields: ['keyword'] })
  })

  test('the name of a free property is a text as well', () => {
    const saved = { listName: 'warehouse', name: 'K', conditions: { 'key\ud800word': 'x' } }
    expect(inBody('saveSavedQuery', saved)?.status).toBe(400)
  })

  const units = fc.string({
    unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
    maxLength: 90,
  })
  const isControl = (code: number) => code < 0x20 || (code >= 0x7f && code < 0xa0)
  const isMark = (code: number) =>
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0xfeff ||
    (code >= 0x202a && code <= 0x202e) ||
    (code >= 0x2066 && code <= 0x2069)

  test('any text is taken exactly when it is well-formed and free of such characters', () => {
    fc.assert(
      fc.property(fc.oneof(units, fc.string({ unit: 'binary', maxLength: 45 })), (text) => {
        const codes = [...text].map((character) => character.codePointAt(0) ?? 0)
        // encodeURIComponent throws for unpaired surrogates.
        const isWellFormed = refusesNothing(() => encodeURIComponent(text))
        const isPlain = isWellFormed && !codes.some((code) => isControl(code) || isMark(code))
        expect(inQuery('queryEsProjects', { keyword: text }) === undefined).toBe(isPlain)
      }),
      { numRuns: 2_000 },
    )
  })
})

function refusesNothing(work: () => unknown): boolean {
  try {
    work()
    return true
  } catch {
    return false
  }
}
