import { useCanGoBack, useRouter } from '@tanstack/react-router'
import { GrantedLink } from '../app/granted-link.tsx'
import { Button, buttonClass } from '../ui/button.tsx'

/** A page with one message and a link back. */
export function PlainPage({ code, text }: { code: string; text: string }) {
  const router = useRouter()
  const canGoBack = useCanGoBack()
  return (
    <div className="grid min-h-[70dvh] place-content-center justify-items-center gap-3 text-center">
      <p className="font-semibold text-5xl text-brand-ink">{code}</p>
      <h1 className="text-ink-soft">{text}</h1>
      <p className="mt-2 flex gap-2">
        {canGoBack && <Button onClick={() => router.history.back()}>返回上一页</Button>}
        <GrantedLink to="/" className={buttonClass('primary')}>
          返回首页
        </GrantedLink>
      </p>
    </div>
  )
}
