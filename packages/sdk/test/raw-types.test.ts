import { expectTypeOf, test } from 'vitest'
import { createClient, rawClient } from '../src/index.ts'
import { rawClient as ofOpenapiFetch } from '../src/raw/index.ts'

const connection = createClient({ baseUrl: 'http://platform.test', fetch: async () => Response.json({}) })
const own = rawClient(connection)
const full = ofOpenapiFetch(connection)

test('data and errors of the raw client have the types that openapi-fetch gives them', async () => {
  const params = { query: { size: 1 } }
  const list = await own.GET('/api/esProject/queryCustom', { params })
  const listed = await full.GET('/api/esProject/queryCustom', { params })
  expectTypeOf(list).toExtend<typeof listed>()
  expectTypeOf(listed).toExtend<typeof list>()
  const ids = await own.DELETE('/api/esProject', { body: [1] })
  expectTypeOf(ids).toEqualTypeOf(await full.DELETE('/api/esProject', { body: [1] }))
  const unread = await own.request('get', '/api/messagePush/unreadCount')
  expectTypeOf(unread).toEqualTypeOf(await full.request('get', '/api/messagePush/unreadCount'))
  const text = await own.GET('/api/messagePush/unreadCount', { parseAs: 'text' })
  expectTypeOf(text.data).toEqualTypeOf<string | undefined>()
})

test('the raw client refuses what is not in the contract', () => {
  expectTypeOf(() => {
    // @ts-expect-error there is no such path
    own.GET('/api/none')
    // @ts-expect-error the path has no such method
    own.DELETE('/api/messagePush/unreadCount')
    // @ts-expect-error its body is missing
    own.POST('/auth/login')
    // @ts-expect-error its body is no list
    own.DELETE('/api/esProject', { body: 1 })
    // @ts-expect-error its query has another type
    own.GET('/api/esProject/queryCustom', { params: { query: { size: 'many' } } })
  }).toBeFunction()
})
