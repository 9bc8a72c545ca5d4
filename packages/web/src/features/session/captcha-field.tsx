import { useQuery } from '@tanstack/react-query'
import { sdk } from '../../app/sdk.ts'
import { sessionQueries } from '../../app/session-queries.ts'
import { AccountField } from '../../ui/account/account-field.tsx'
import type { AccountForm } from '../../ui/account/use-account-form.ts'

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
  const platform = useQuery(sessionQueries.platform)
  const isAsked = platform.data?.captchaEnabled ?? true
  const { data, refetch } = useQuery({
    queryKey: ['captcha'],
    queryFn: ({ signal }) => sdk.auth.getCaptcha({ signal }),
    enabled: isAsked,
    staleTime: Infinity,
    gcTime: 0,
  })
  return { isAsked, image: data?.img, uuid: data?.uuid, renew: () => void refetch() }
}

/** What goes with a call that asks for a captcha. */
export const captchaAnswer = ({ uuid, isAsked }: Captcha, code: string) =>
  isAsked && uuid ? { code, uuid } : {}

/** The sum to be solved, where the platform asks for one. */
export function CaptchaField({ form, captcha }: { form: AccountForm; captcha: Captcha }) {
  if (!captcha.isAsked) return null
  return (
    <AccountField
      form={form}
      name="code"
      label="图形验证码"
      required
      inputMode="numeric"
      autoComplete="off"
      maxLength={10}
      aside={
        <button
          type="button"
          onClick={captcha.renew}
          title="看不清，换一张"
          className="h-control w-28 shrink-0 overflow-hidden rounded-md border border-line-strong bg-white"
        >
          {captcha.image && (
            <img src={captcha.image} alt="算式验证码，点击换一张" className="mx-auto h-full" />
          )}
        </button>
      }
    />
  )
}
