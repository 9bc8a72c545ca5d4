// A stranger's script on the client that hey-api generates: logs in, then lists projects of two technologies.
import { client } from '../../.cache/clients/hey-api/client.gen.ts'
import { login, queryEsProjects } from '../../.cache/clients/hey-api/sdk.gen.ts'

/**
 * Logs in and returns how many projects of two technologies the account sees.
 * @throws the platform's error body when a call is refused
 */
export async function logInAndList(baseUrl: string, username: string, password: string): Promise<number> {
  client.setConfig({ baseUrl })
  const session = await login({ body: { username, password }, throwOnError: true })
  const page = await queryEsProjects({
    headers: { Authorization: session.data.token },
    query: { techType: ['01', '03'], page: 0, size: 5 },
    throwOnError: true,
  })
  return page.data.totalElements
}
