import { createElement, type ReactNode, useMemo } from 'react'
import { type RichNode, richNodesOf } from '../../lib/rich-nodes.ts'
import './rich.css'

const NAMES: Readonly<Record<string, string>> = { colspan: 'colSpan', rowspan: 'rowSpan', href: 'href' }

function shown(nodes: readonly RichNode[]): ReactNode[] {
  return nodes.map((node, at) => {
    if (typeof node === 'string') return node
    const { tag, attributes, children } = node
    const props = Object.fromEntries(
      Object.entries(attributes).map(([name, value]) => [NAMES[name] ?? name, value]),
    )
    const elsewhere = props['href']?.startsWith('http')
      ? { target: '_blank', rel: 'noopener noreferrer' }
      : {}
    return createElement(tag, { key: at, ...props, ...elsewhere }, ...shown(children))
  })
}

/** Rich text as elements. Markup is never given to the browser as such. */
export function RichText({ content }: { content: string | undefined }) {
  const nodes = useMemo(() => richNodesOf(content ?? ''), [content])
  return <div className="rich">{shown(nodes)}</div>
}
