import { createStore, useStore } from '../lib/store.ts'

// Of the document, as the panel that shows it.
const opened = createStore<string | undefined>(undefined)

/** Opens the rule of a code as a panel over the page; undefined closes it. */
export const openRule = opened.set

/** The rule to show as a panel. */
export const useOpenedRule = (): string | undefined => useStore(opened)

/** The code of a rule. A click opens the rule without leaving the page; it is a link for a new tab. */
export function RuleCode({ code }: { code: string | undefined }) {
  if (!code) return null
  return (
    <a
      href={`/rules/${code}`}
      title="查看规则"
      aria-haspopup="dialog"
      className="ml-1.5 inline-block whitespace-nowrap text-brand-ink underline decoration-dotted underline-offset-2 hover:decoration-solid"
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        openRule(code)
      }}
    >
      {code}
    </a>
  )
}
