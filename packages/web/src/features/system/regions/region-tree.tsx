import { useState } from 'react'
import { figure } from '../../../lib/figures.ts'
import { IconButton } from '../../../ui/button.tsx'
import { findPlaces, nameOf, pathOfCode } from '../../../ui/form/regions.ts'
import type { RegionNode } from '../../../ui/ports.ts'
import { Empty } from '../../../ui/states.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import type { RegionUsage } from './region-queries.ts'

interface TreeProps {
  /** Divisions to show. */
  nodes: readonly RegionNode[]
  usage: ReadonlyMap<string, RegionUsage>
  /** All divisions, which name successors. */
  regions: readonly RegionNode[]
  showsEnded: boolean
}

interface RowProps extends Omit<TreeProps, 'nodes'> {
  node: RegionNode
  label: string
  depth: number
  /** Toggles the level below; absent if there is none. */
  toggle?: { isOpen: boolean; press: () => void } | undefined
}

const INDENT = 22
const FOUND_AT_MOST = 100

/** Captions over the figures of the rows. */
export const TreeHead = () => (
  <div
    aria-hidden="true"
    className="flex items-center gap-3 border-line border-b bg-sunken px-3 py-2 text-ink-soft text-s"
  >
    <span className="flex-1 pl-8">名称</span>
    <span className="w-16 max-sm:hidden">代码</span>
    <span className="w-16 text-right">项目数</span>
    <span className="w-14 text-right">机构数</span>
  </div>
)

function Row({ node, label, depth, toggle, usage, regions }: RowProps) {
  const { projectCount = 0, orgCount = 0 } = usage.get(node.value) ?? {}
  const successor = node.successorCode && pathOfCode(regions, node.successorCode).at(-1)?.label
  return (
    <div
      className="flex min-h-(--row-h) items-center gap-3 border-line border-b px-3 text-s hover:bg-hover"
      style={{ paddingLeft: depth * INDENT + 12 }}
    >
      <span className="flex min-w-0 flex-1 items-center gap-1">
        {toggle ? (
          <IconButton
            icon={toggle.isOpen ? 'chevronDown' : 'chevronRight'}
            label={`${toggle.isOpen ? '收起' : '展开'} ${node.label}`}
            aria-expanded={toggle.isOpen}
            onClick={toggle.press}
          />
        ) : (
          <span className="size-8 shrink-0" />
        )}
        <span className={node.endedOn ? 'text-ink-soft' : ''}>{label}</span>
        {node.endedOn && <StatusTag label={`${node.endedOn} 并入${successor ?? node.successorCode ?? ''}`} />}
      </span>
      <span className="w-16 text-ink-soft tabular-nums max-sm:hidden">{node.value}</span>
      <span className="w-16 text-right tabular-nums">
        <span className="sr-only">项目数 </span>
        {figure(projectCount)}
      </span>
      <span className="w-14 text-right tabular-nums">
        <span className="sr-only">机构数 </span>
        {figure(orgCount)}
      </span>
    </div>
  )
}

function Branch({ node, depth, ...props }: Omit<RowProps, 'label' | 'toggle'>) {
  const [isOpen, setOpen] = useState(false)
  const below = shownOf(node.children ?? [], props.showsEnded)
  const toggle = below.length > 0 ? { isOpen, press: () => setOpen(!isOpen) } : undefined
  return (
    <li>
      <Row node={node} label={node.label} depth={depth} toggle={toggle} {...props} />
      {isOpen && below.length > 0 && <RegionLevel nodes={below} depth={depth + 1} {...props} />}
    </li>
  )
}

const shownOf = (nodes: readonly RegionNode[], showsEnded: boolean) =>
  nodes.filter(({ endedOn }) => showsEnded || !endedOn)

/** Divisions of one level, each with those in it on demand. */
export function RegionLevel({ nodes, depth = 0, ...props }: TreeProps & { depth?: number }) {
  return (
    <ul>
      {shownOf(nodes, props.showsEnded).map((node) => (
        <Branch key={node.value} node={node} depth={depth} {...props} />
      ))}
    </ul>
  )
}

/** Divisions of all levels by name or code. */
export function FoundRegions({ words, ...props }: Omit<TreeProps, 'nodes'> & { words: string }) {
  const { regions, showsEnded } = props
  const byCode = /^\d{6}$/.test(words) ? [pathOfCode(regions, words)] : []
  const found = [...byCode, ...findPlaces(regions, words, FOUND_AT_MOST, showsEnded)].filter(
    ({ length }) => length > 0,
  )
  if (found.length === 0) return <Empty>没有符合条件的行政区划</Empty>
  return (
    <ul>
      {found.map((path) => {
        const node = path.at(-1)
        return (
          node && (
            <li key={node.value}>
              <Row node={node} label={nameOf(path)} depth={0} {...props} />
            </li>
          )
        )
      })}
    </ul>
  )
}
