import { auth } from '@xinchu/sdk'
import { type ReactNode, useState } from 'react'
import { useConnection } from '../../app/connection.ts'
import { tell } from '../../app/tell.ts'
import { useHydrated } from '../../lib/use-hydrated.ts'
import { useLoad } from '../../lib/use-load.ts'

/** `working` to `failed` are states of a proof of work, which replaces the picture. */
type Phase = 'picture' | 'working' | 'done' | 'failed'

export interface Captcha {
  /** Whether the platform requires one. Assumed while that is unknown. */
  isAsked: boolean
  /** Whether the user must answer it first. False while it is unknown: the server then decides. */
  isRequired: boolean
  phase: Phase
  image: string | undefined
  uuid: string | undefined
  /** Requests a new one of the same kind. Each is valid for one try. */
  renew(): void
  /** Switches between picture and proof of work. */
  choose(kind: 'picture' | 'work'): void
}

interface Given {
  uuid: string
  img?: string
}

/**
 * The captcha of a form.
 * @param isEnabled whether the platform requires one; undefined until its settings are loaded
 * @param fill sets the computed answer in the form; empty while computing
 */
export function useCaptcha(isEnabled: boolean | undefined, fill: (code: string) => void): Captcha {
  const connection = useConnection()
  const isAsked = isEnabled ?? true
  const [phase, setPhase] = useState<Phase>('picture')
  const work = async (signal: AbortSignal): Promise<Given> => {
    setPhase('working')
    fill('')
    try {
      const { solveNew } = await import('./captcha-work.ts')
      const { uuid, code } = await solveNew(connection, signal)
      fill(code)
      setPhase('done')
      return { uuid }
    } catch (error) {
      if (!signal.aborted) setPhase('failed')
      throw error
    }
  }
  const load = (signal: AbortSignal): Promise<Given> =>
    phase === 'picture' ? auth(connection).getCaptcha({ signal }) : work(signal)
  const { data, again } = useLoad(load, tell, isAsked)
  return {
    isAsked,
    isRequired: isEnabled ?? false,
    phase,
    image: data?.img,
    uuid: data?.uuid,
    renew: again,
    choose(kind) {
      setPhase(kind === 'work' ? 'working' : 'picture')
      fill('')
      again()
    },
  }
}

/** Captcha parameters of a call. */
export const captchaAnswer = ({ uuid, isAsked }: Captcha, code: string) =>
  isAsked && uuid ? { code, uuid } : {}

const TOLD: Readonly<Record<Phase, string>> = {
  picture: '',
  working: '正在计算…',
  done: '已通过计算验证',
  failed: '计算未完成',
}

interface CaptchaButtonProps {
  captcha: Captcha
  /** Fixed size, so that the layout does not shift while the picture loads. */
  className: string
}

/** The picture. A click requests another; keyboard users have a text button below. */
export function CaptchaButton({ captcha: { phase, image, renew }, className }: CaptchaButtonProps) {
  const look = `shrink-0 overflow-hidden rounded-md border border-line-strong ${className}`
  if (phase !== 'picture') {
    const tone = phase === 'done' ? 'text-success' : 'text-ink-soft'
    return (
      <output className={`${look} grid place-items-center bg-sunken text-xs ${tone}`}>{TOLD[phase]}</output>
    )
  }
  return (
    <button type="button" onClick={renew} tabIndex={-1} title="换一张" className={`${look} bg-white`}>
      {image && <img src={image} alt="算式验证码" className="h-full w-full dark:brightness-90" />}
    </button>
  )
}

function TextButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  // A click before hydration would be lost.
  const isReady = useHydrated()
  return (
    <button
      type="button"
      onClick={onClick}
      disabled={!isReady}
      className="rounded-sm text-brand-ink hover:underline"
    >
      {children}
    </button>
  )
}

/** Buttons for another picture and for the proof of work. */
export function CaptchaHelp({ captcha: { phase, renew, choose } }: { captcha: Captcha }) {
  return (
    <div className="mt-1 flex flex-wrap justify-between gap-x-3 text-xs leading-5">
      {phase === 'picture' ? (
        <>
          <TextButton onClick={renew}>看不清？换一张</TextButton>
          <TextButton onClick={() => choose('work')}>无法辨认图片，改用计算验证</TextButton>
        </>
      ) : (
        <>
          {phase === 'failed' ? <TextButton onClick={renew}>重新计算</TextButton> : <span />}
          <TextButton onClick={() => choose('picture')}>改用图片验证</TextButton>
        </>
      )}
    </div>
  )
}

export const captchaPlaceholder = ({ phase }: Captcha) =>
  phase === 'picture' ? '图中算式的结果' : '计算后自动填入'
