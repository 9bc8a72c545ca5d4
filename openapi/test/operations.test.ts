import { expect, test } from 'vitest'
import document from '../../packages/contract/src/gen/openapi.json' with { type: 'json' }
import { type Operation, readContract, replyAt } from '../../packages/contract/src/operations.ts'

const contract = readContract(document)
const namesOf = (isMeant: (operation: Operation) => boolean) =>
  contract.operations.filter(isMeant).map(({ id }) => id)

test('every operation of the document is read once', () => {
  const stated = Object.values(document.paths).flatMap((item) => Object.values(item))
  expect(namesOf(() => true).sort()).toEqual(stated.map(({ operationId }) => operationId).sort())
})

test('calls that make or end a session, or that a log-in needs, are sent without one', () => {
  expect(namesOf(({ hasSession }) => !hasSession).sort()).toEqual(
    ['getCaptcha', 'getCaptchaWork', 'getPlatform', 'login', 'logout', 'refreshToken'].sort(),
  )
  expect(namesOf(({ hasSession, isPublic }) => !hasSession && !isPublic)).toEqual([])
})

test('what needs no session says so to both readers of the document', () => {
  const open = Object.values(document.paths)
    .flatMap((item) => Object.values<{ operationId: string; security?: unknown[] }>(item))
    .filter(({ security }) => security?.length === 0)
  expect(namesOf(({ isPublic }) => isPublic)).toEqual(open.map(({ operationId }) => operationId))
})

test('polls are reads', () => {
  expect(namesOf(({ polls }) => polls)).toEqual(['getUnreadCount', 'streamUnreadCount', 'streamRecords'])
  expect(namesOf(({ polls, method }) => polls && method !== 'GET')).toEqual([])
})

test('a workbook of projects may be larger than other files, and a part of a file is smaller', () => {
  const megabytes = (id: string) => contract.operation(id).maxUploadBytes / 1024 / 1024
  expect([megabytes('uploadFile'), megabytes('importProjects'), megabytes('putFilePart')]).toEqual([
    50, 100, 2,
  ])
})

test('every shared parameter and reply is found where the document has it', () => {
  const at = (pointer: string) =>
    pointer
      .slice(2)
      .split('/')
      .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
      .reduce<unknown>((part, step) => (part as Record<string, unknown>)[step], document) // an object above its parts
  for (const { parameters, replies } of contract.operations) {
    for (const { pointer, name } of parameters) expect(at(pointer)).toMatchObject({ name })
    for (const { pointer } of replies.values()) expect(at(pointer)).toHaveProperty('description')
  }
})

test('a request is that of the operation whose path it has, below any other path', () => {
  expect(contract.at('get', '/xinchu/api/esProject/7')).toMatchObject({
    operation: { id: 'getEsProject' },
    path: { id: '7' },
  })
  expect(contract.at('GET', '/api/esProject/queryCustom')?.operation.id).not.toBe('getEsProject')
  expect(contract.at('GET', '/nowhere')).toBeUndefined()
})

test('a status that an operation does not list is answered as any error', () => {
  const operation = contract.operation('getEsProject')
  expect(replyAt(operation, 418)).toBe(operation.replies.get('default'))
})
