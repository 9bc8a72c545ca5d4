import { useEffect } from 'react'
import { openRule, useOpenedRule } from '../ui/rule-code.tsx'
import { usePart } from './use-part.ts'

const load = () => import('../features/rules/rule-panel.tsx')
const close = () => openRule(undefined)

/** Shows the rule that a code on the page was clicked for. */
export function RulePanelHost() {
  const code = useOpenedRule()
  // The rule belongs to the page, which leaves with its host.
  useEffect(() => close, [])
  const { part } = usePart(load, code !== undefined, close)
  return code !== undefined && part ? <part.RulePanel code={code} onClose={close} /> : null
}
