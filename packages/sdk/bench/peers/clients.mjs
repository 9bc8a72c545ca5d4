import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import axios from 'axios'
import got from 'got'
import ky from 'ky'
import { ofetch } from 'ofetch'
import createOpenapiClient from 'openapi-fetch'
import {
  browserStore,
  browserTransport,
  createClient,
  fetchTransport,
  memoryStore,
  rawClient,
} from '../../dist/index.js'
import { fileStore, nodeTransport } from '../../dist/node.js'
import { standInForPage } from './page.mjs'

const path = '/api/messagePush/unreadCount'
export const BARE = 'bare fetch'
const session = { token: 'Bearer t1', refreshToken: 'r1', randomNumber: '1' }

function peers(baseUrl) {
  const url = baseUrl + path
  const headers = { Authorization: session.token }
  const typed = createOpenapiClient({ baseUrl })
  typed.use({
    onRequest({ request }) {
      request.headers.set('Authorization', session.token)
    },
  })
  const byKy = ky.create({ prefixUrl: baseUrl, headers })
  const byAxios = axios.create({ baseURL: baseUrl, headers, timeout: 30_000 })
  const byGot = got.extend({ prefixUrl: baseUrl, headers, timeout: { request: 30_000 } })
  const byOfetch = ofetch.create({ baseURL: baseUrl, headers, timeout: 30_000 })
  const relative = path.slice(1)
  return {
    [BARE]: async () => (await fetch(url, { headers })).json(),
    'openapi-fetch': async () => (await typed.GET(path)).data,
    ky: () => byKy.get(relative).json(),
    axios: async () => (await byAxios.get(path)).data,
    got: () => byGot.get(relative).json(),
    ofetch: () => byOfetch(path),
  }
}

async function own(baseUrl, folder) {
  const options = { baseUrl, hooks: { onRequest() {}, onResponse() {} } }
  const of = (extra) => {
    const client = createClient({ ...options, session: memoryStore(session), ...extra })
    return { client, call: () => client.messages.getUnreadCount() }
  }
  const file = fileStore(join(folder, 'session.json'))
  await file.write(session)
  const page = browserStore()
  page.write(session)
  const byFetch = of({ transport: fetchTransport() })
  const raw = rawClient(byFetch.client)
  return {
    'xinchu, fetch': byFetch.call,
    'xinchu, browserTransport and browserStore': of({ transport: browserTransport(), session: page }).call,
    'xinchu, nodeTransport': of({ transport: nodeTransport() }).call,
    'xinchu, nodeTransport and fileStore': of({ transport: nodeTransport(), session: file }).call,
    'xinchu, raw.GET': async () => (await raw.GET(path)).data,
  }
}

/**
 * One call each, by name: bare fetch, its peers, and the SDK with each transport and store. All send a token and parse the
 * reply; those that have a time-out use it.
 */
export async function clientsOf(baseUrl) {
  standInForPage()
  return { ...peers(baseUrl), ...(await own(baseUrl, mkdtempSync(join(tmpdir(), 'xinchu-peers-')))) }
}
