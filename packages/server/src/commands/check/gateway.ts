import { once } from 'node:events'
import { connect } from 'node:net'
import type { Config } from '../../config.ts'
import { descriptionOf } from '../../domain/sms/description-of.ts'
import { requestOf } from '../../domain/sms/http-gateway.ts'
import type { SmsMessage } from '../../domain/sms/message.ts'
import { type Finding, finding, messageOf } from './finding.ts'
import { ofPublic } from './settings.ts'

const PART = '短信'
const PATIENCE_MS = 5_000

/** Its address may hold parts of the message. */
const EXAMPLE: SmsMessage = {
  id: '00000000-0000-4000-8000-000000000000',
  phone: '13000000000',
  template: 'code',
  params: { code: '000000' },
  text: '',
}

/** Opens a connection and closes it again, so that no message is sent. */
async function reach({ protocol, hostname, port }: URL): Promise<void> {
  const number = Number(port || (protocol === 'https:' ? 443 : 80))
  const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: number })
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(PATIENCE_MS) })
  } finally {
    socket.destroy()
  }
}

/** Looks at the description of the gateway for text messages, and connects to it. */
export async function lookAtGateway(config: Config): Promise<Finding[]> {
  const { sms } = config
  if (!sms)
    return [
      finding(PART, ofPublic(config), '没有网关（SMS_GATEWAY）：企业不能自助注册，忘记密码不能自行重设'),
    ]
  try {
    const url = new URL(requestOf(EXAMPLE, descriptionOf(sms), sms, new Date()).url)
    await reach(url)
    return [finding(PART, 'OK', `可以连接 ${url.host}`)]
  } catch (error) {
    const isLate = error instanceof Error && error.name === 'AbortError'
    return [finding(PART, 'FAIL', isLate ? `${PATIENCE_MS / 1_000} 秒内没有连上网关` : messageOf(error))]
  }
}
