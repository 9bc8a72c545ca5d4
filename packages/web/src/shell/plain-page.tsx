import { Link } from '@tanstack/react-router'

/** A page that says one thing and leads back. */
export function PlainPage({ code, text }: { code: string; text: string }) {
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-3 text-center">
      <p className="font-semibold text-5xl text-brand">{code}</p>
      <h1 className="text-ink-soft">{text}</h1>
      <Link to="/" className="text-brand hover:underline">
        返回首页
      </Link>
    </main>
  )
}
