import { createClient, type SessionTokens, type XinchuClient } from '@xinchu/sdk'
import { SAMPLE_PASSWORD } from '../../src/domain/auth/sample-password.ts'

/** Log-ins and refreshes against a server whose captcha always asks the same. */
export function sessionCalls(url: () => string) {
  const anonymous = (): XinchuClient => createClient({ baseUrl: url(), retry: { times: 0 } })

  async function captcha(): Promise<{ uuid: string; code: string }> {
    const { uuid } = await anonymous().auth.getCaptcha()
    return { uuid, code: '7' }
  }

  const login = async (username: string, password: string) =>
    anonymous().auth.login({ username, password, ...(await captcha()) })

  async function tokensOf(username: string): Promise<Required<SessionTokens>> {
    const { token = '', refreshToken = '', randomNumber = '' } = await login(username, SAMPLE_PASSWORD)
    return { token, refreshToken, randomNumber }
  }

  const refresh = ({ refreshToken, randomNumber }: Partial<SessionTokens>) =>
    anonymous().auth.refreshToken(
      { code: randomNumber ?? '' },
      { headers: { Authorization: `Bearer ${refreshToken}` } },
    )

  const isAlive = (token: string) =>
    anonymous()
      .auth.getInfo({ headers: { Authorization: token } })
      .then(
        () => true,
        () => false,
      )

  return { anonymous, captcha, login, tokensOf, refresh, isAlive }
}
