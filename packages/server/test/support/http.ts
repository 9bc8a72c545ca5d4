import { SAMPLE_PASSWORD } from '../../src/domain/auth/sample-password.ts'

export interface HttpAnswer {
  /** 0 where the connection was refused or reset. */
  status: number
  retryAfter: string | null
  body: unknown
}

/** Makes a call as any HTTP client would; a broken connection is status 0. */
export async function call(url: string, init: RequestInit = {}): Promise<HttpAnswer> {
  try {
    const response = await fetch(url, init)
    const text = await response.text()
    const body: unknown = text === '' ? undefined : JSON.parse(text)
    return { status: response.status, retryAfter: response.headers.get('retry-after'), body }
  } catch (error) {
    return { status: 0, retryAfter: null, body: String(error) }
  }
}

/** Sends JSON with a session's token. */
export const post = (url: string, token: string, body: unknown, headers: Record<string, string> = {}) =>
  call(url, {
    method: 'POST',
    headers: { Authorization: token, 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

/** The token of a demonstration account's new session. */
export async function logIn(url: string, username: string): Promise<string> {
  const { body } = await call(`${url}/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username, password: SAMPLE_PASSWORD }),
  })
  const { token } = Object(body) as { token?: unknown }
  if (typeof token !== 'string') throw new Error(`log-in failed: ${JSON.stringify(body)}`)
  return token
}
