import type { SmsSettings } from '../../config/gateways.ts'
import { type Description, readDescription } from './description.ts'
import { DescriptionError } from './language.ts'

/**
 * Description of the gateway in the settings, which have the account and the secret that it uses.
 * @throws Error for the operator, with the place of what is wrong in the description
 */
export function descriptionOf(settings: SmsSettings): Description {
  try {
    const description = readDescription(settings.description)
    const missing = description.needs.find((each) => settings[each] === '')
    if (missing) throw new DescriptionError(`用到 ${missing}，须设置 SMS_${missing.toUpperCase()}`)
    return description
  } catch (error) {
    if (error instanceof DescriptionError)
      throw new Error(`短信网关描述有误（${settings.path}）：${error.message}`)
    throw error
  }
}
