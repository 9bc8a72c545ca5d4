import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { cleanHtml, isEmptyHtml, isSafeAddress } from '../../lib/rich-nodes.ts'
import { markupOf } from '../../lib/rich-text.ts'
import { Button } from '../button.tsx'
import { controlClass, type FieldControl } from '../field.tsx'
import { Input } from '../inputs.tsx'
import { addColumn, addRow, newTable } from './table-edit.ts'
import './rich.css'

// Every browser supports it; no other interface edits with the browser's own undo.
const run = (command: string, value?: string) => document.execCommand(command, false, value)

type Tool = readonly [label: string, act: () => unknown]

const TOOLS: readonly Tool[] = [
  ['加粗', () => run('bold')],
  ['标题', () => run('formatBlock', 'h3')],
  ['正文', () => run('formatBlock', 'p')],
  ['项目符号', () => run('insertUnorderedList')],
  ['编号', () => run('insertOrderedList')],
  ['表格', () => run('insertHTML', newTable())],
  ['增加行', addRow],
  ['增加列', addColumn],
  ['清除格式', () => run('removeFormat')],
]

const tool =
  'h-7 rounded px-2 text-s hover:bg-hover hover:text-brand-ink focus-visible:outline-2 focus-visible:outline-brand'

interface ToolbarProps {
  onTool: (act: () => unknown) => void
  onLink: () => void
}

/** Formatting. One tab stop; the arrow keys go from one to the next. */
function Toolbar({ onTool, onLink }: ToolbarProps) {
  const [current, setCurrent] = useState(0)
  const tools: readonly Tool[] = [...TOOLS, ['链接', onLink]]
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!step) return
    event.preventDefault()
    const next = (current + step + tools.length) % tools.length
    setCurrent(next)
    event.currentTarget.querySelectorAll('button')[next]?.focus()
  }
  return (
    <div
      role="toolbar"
      aria-label="正文格式"
      onKeyDown={move}
      className="flex flex-wrap gap-0.5 rounded-t-md border border-line-strong border-b-0 bg-sunken px-1 py-0.5"
    >
      {tools.map(([label, act], at) => (
        <button
          key={label}
          type="button"
          tabIndex={at === current ? 0 : -1}
          // The selection stays in the text.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => {
            setCurrent(at)
            if (at === TOOLS.length) onLink()
            else onTool(act)
          }}
          className={tool}
        >
          {label}
        </button>
      ))}
    </div>
  )
}

interface LinkBarProps {
  onDone: (address: string) => void
  onCancel: () => void
}

function LinkBar({ onDone, onCancel }: LinkBarProps) {
  const [address, setAddress] = useState('https://')
  const isSafe = isSafeAddress(address) && address !== 'https://'
  return (
    <div className="flex items-center gap-2 border border-line-strong border-b-0 px-2 py-1">
      <Input aria-label="链接地址" autoFocus value={address} onValue={setAddress} />
      <Button disabled={!isSafe} onClick={() => onDone(address)}>
        加上链接
      </Button>
      <Button look="quiet" onClick={onCancel}>
        取消
      </Button>
    </div>
  )
}

interface RichEditorProps {
  name: string
  label: string
  value: string
  onValue: (html: string) => void
  control: FieldControl
}

/** A text with headings, lists, tables and links. What is pasted loses all other markup. */
export function RichEditor({ name, label, value, onValue, control }: RichEditorProps) {
  const box = useRef<HTMLDivElement>(null)
  const given = useRef<string>(undefined)
  const selected = useRef<Range>(undefined)
  const [isLinking, setLinking] = useState(false)
  useEffect(() => {
    // Only a value from elsewhere, such as a restored draft or a template, replaces what is in the box.
    if (!box.current || given.current === value) return
    given.current = value
    box.current.innerHTML = cleanHtml(value)
  }, [value])
  const report = () => {
    const html = cleanHtml(box.current?.innerHTML ?? '')
    given.current = isEmptyHtml(html) ? '' : html
    onValue(given.current)
  }
  const act = (work: () => unknown) => {
    box.current?.focus()
    work()
    report()
  }
  const paste = (event: ClipboardEvent) => {
    event.preventDefault()
    const html = event.clipboardData.getData('text/html')
    run('insertHTML', html ? cleanHtml(html) : markupOf(event.clipboardData.getData('text/plain')))
    report()
  }
  const startLink = () => {
    const selection = getSelection()
    if (selection && selection.rangeCount > 0) selected.current = selection.getRangeAt(0).cloneRange()
    setLinking(true)
  }
  const link = (address: string) => {
    setLinking(false)
    act(() => {
      const selection = getSelection()
      if (selection && selected.current) {
        selection.removeAllRanges()
        selection.addRange(selected.current)
      }
      const isText = selection?.isCollapsed === false
      return isText ? run('createLink', address) : run('insertHTML', `<a href="${address}">${address}</a>`)
    })
  }
  // Forms find their controls by name.
  const found = { name }
  return (
    <div>
      <Toolbar onTool={act} onLink={startLink} />
      {isLinking && <LinkBar onDone={link} onCancel={() => setLinking(false)} />}
      {/* biome-ignore lint/a11y/useSemanticElements: a text area has no formatting */}
      <div
        {...control}
        {...found}
        ref={box}
        role="textbox"
        tabIndex={0}
        aria-multiline="true"
        aria-label={label}
        contentEditable
        suppressContentEditableWarning
        onInput={report}
        onBlur={report}
        onPaste={paste}
        className={`${controlClass} rich h-auto! max-h-[45vh] min-h-40 overflow-y-auto rounded-t-none! px-3! py-2!`}
      />
    </div>
  )
}
