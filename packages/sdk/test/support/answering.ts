import { type ClientOptions, createClient, memoryStore, type TransportRequest } from '../../src/index.ts'
import { firstTokens } from './server.ts'

/** A reply of the platform. */
export const reply = (status: number, body: unknown = {}, headers: Record<string, string> = {}) =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json', ...headers },
  })

/** A client whose requests are answered by a function, and those requests. */
export function answering(
  answer: (request: TransportRequest, at: number) => Response | Promise<Response>,
  options: Partial<ClientOptions> = {},
) {
  const seen: TransportRequest[] = []
  const client = createClient({
    baseUrl: 'http://platform.test',
    session: memoryStore(firstTokens),
    retry: { baseDelay: 1 },
    ...options,
    transport: async (request) => {
      seen.push(request)
      return answer(request, seen.length)
    },
  })
  return { client, seen }
}
