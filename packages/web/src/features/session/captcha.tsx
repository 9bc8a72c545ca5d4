import { auth } from '@xinchu/sdk'
import { connection } from '../../app/connection.ts'
import { tell } from '../../app/tell.ts'
import { useLoad } from '../../lib/use-load.ts'
import { usePlatform } from './platform-settings.ts'

export interface Captcha {
  /** Whether the platform asks for one. */
  isAsked: boolean
  image: string | undefined
  uuid: string | undefined
  /** Another one; each is good for one try. */
  renew(): void
}

/** The captcha of a form. */
export function useCaptcha(): Captcha {
  const isAsked = usePlatform()?.captchaEnabled ?? true
  const { data, again } = useLoad((signal) => auth(connection).getCaptcha({ signal }), tell, isAsked)
  return { isAsked, image: data?.img, uuid: data?.uuid, renew: again }
}

/** What goes with a call that asks for a captcha. */
export const captchaAnswer = ({ uuid, isAsked }: Captcha, code: string) =>
  isAsked && uuid ? { code, uuid } : {}

interface CaptchaButtonProps {
  captcha: Captcha
  /** Its size: it keeps its room while the picture is on its way. */
  className: string
}

/** The picture of the sum; pressed, it makes room for another. */
export function CaptchaButton({ captcha, className }: CaptchaButtonProps) {
  return (
    <button
      type="button"
      onClick={captcha.renew}
      title="看不清，换一张"
      className={`shrink-0 overflow-hidden rounded-md border border-line-strong bg-white ${className}`}
    >
      {captcha.image && <img src={captcha.image} alt="算式验证码，点击换一张" className="mx-auto h-full" />}
    </button>
  )
}
