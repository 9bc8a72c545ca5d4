import * as Popover from '@radix-ui/react-popover'
import { type KeyboardEvent, useRef, useState } from 'react'
import { Button, IconButton } from '../../ui/button.tsx'
import { Textarea } from '../../ui/inputs.tsx'
import { Key } from '../../ui/review/key.tsx'
import { PhraseChips } from '../../ui/review/phrase-chips.tsx'
import { SMALL } from '../../ui/review/small.ts'
import { type Asking, typingKey, useDeskParts } from './desk-context.ts'

const LIMIT = 500

const PHRASES: Readonly<Record<string, readonly string[]>> = {
  number: ['与备案证不一致', '单位有误', '请补充依据'],
  integer: ['与备案证不一致', '单位有误', '请补充依据'],
  date: ['与批复时间不一致', '请核对进度'],
  list: ['材料不全，请补充', '扫描件不清晰，请重新上传'],
  rows: ['合计与总规模不一致', '请补充依据'],
}
const COMMON = ['请核对后更正', '请补充依据']

/** Subject of the remark: its present value, the previous one, or the earlier remark. */
function About({ asking: { value, before, earlier } }: { asking: Asking }) {
  const words = [value && `现值 ${value}`, before && `上次 ${before}`].filter(Boolean).join('，')
  return (
    <>
      {words && <p className="break-words text-ink-soft text-xs">{words}</p>}
      {earlier && <p className="rounded bg-sunken px-2 py-1 text-ink-soft text-xs">原意见：{earlier}</p>}
    </>
  )
}

const isSend = (event: KeyboardEvent) => event.key === 'Enter' && (event.ctrlKey || event.metaKey)

/** The text of a remark that is being written, kept until it is added to the return. */
function useRemarkText(asking: Asking) {
  const { entry, change, ask, say } = useDeskParts()
  const { remarks, typing } = entry.draft
  const [text, setText] = useState(typing[typingKey(asking)] ?? asking.text)
  const area = useRef<HTMLTextAreaElement>(null)
  const isEmpty = text.trim() === ''
  const withoutTyping = () => {
    const { [typingKey(asking)]: _done, ...rest } = typing
    return rest
  }
  const type = (value: string) => {
    setText(value)
    change({
      typing: value.trim() === '' ? withoutTyping() : { ...typing, [typingKey(asking)]: value },
    })
  }
  const add = () => {
    if (isEmpty) return area.current?.focus()
    const { index, field, remarkId } = asking
    const draft = {
      ...(index === undefined ? {} : remarks[index]),
      ...(field ? { field } : {}),
      ...(remarkId === undefined ? {} : { remarkId }),
      text: text.trim(),
    }
    const next = index === undefined ? [...remarks, draft] : remarks.with(index, draft)
    change({ remarks: next, typing: withoutTyping() })
    ask(undefined)
    say(`已加入意见，共 ${next.length} 处`)
  }
  return { text, area, isEmpty, type, add, close: () => ask(undefined) }
}

/** Text of a remark with phrases. Ctrl+Enter adds it to the return; Esc keeps the text as a draft. */
function RemarkForm({ asking }: { asking: Asking }) {
  const { text, area, isEmpty, type, add, close } = useRemarkText(asking)
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
      onKeyDown={(event) => {
        if (!isSend(event) || event.nativeEvent.isComposing) return
        event.preventDefault()
        event.stopPropagation()
        if (!event.repeat) add()
      }}
    >
      <div className="flex items-start gap-2">
        <h3 className="mr-auto font-medium text-body">对“{asking.caption}”提意见</h3>
        <IconButton icon="close" label="关闭" className="-mt-1 -mr-1 size-7" onClick={close} />
      </div>
      <About asking={asking} />
      <Textarea
        ref={area}
        aria-label="意见"
        maxLength={LIMIT}
        value={text}
        onValue={type}
        className="h-[76px]!"
        autoFocus
      />
      <p className="flex justify-between text-ink-faint text-xs">
        <span>常用</span>
        <span>
          {text.length}/{LIMIT}
        </span>
      </p>
      <PhraseChips
        phrases={PHRASES[asking.kind ?? ''] ?? COMMON}
        onPick={(phrase) => type((text + phrase).slice(0, LIMIT))}
      />
      <div className="flex items-center gap-2">
        <span className="mr-auto whitespace-nowrap text-ink-faint text-xs">退回时一并发送</span>
        <Button className={SMALL} onClick={close}>
          取消 <Key>Esc</Key>
        </Button>
        <Button
          look="primary"
          type="submit"
          aria-disabled={isEmpty}
          className={`${SMALL} aria-disabled:opacity-55`}
        >
          加入意见 <Key>Ctrl Enter</Key>
        </Button>
      </div>
    </form>
  )
}

const anchorOf = ({ field, remarkId }: Asking): Element | null =>
  document.querySelector(
    remarkId === undefined ? `[data-field="${CSS.escape(field ?? '')}"]` : `[data-remark="${remarkId}"]`,
  )

/** The popover for writing a remark, beside its field or the list of drafts. */
export function RemarkPopover({ asking }: { asking: Asking }) {
  const { ask } = useDeskParts()
  const anchor = useRef<Element | null>(null)
  anchor.current = anchorOf(asking) ?? document.querySelector('[data-drafts]')
  return (
    <Popover.Root open modal onOpenChange={(isOpen) => isOpen || ask(undefined)}>
      <Popover.Anchor virtualRef={{ current: anchor.current ?? document.body }} />
      <Popover.Portal>
        <Popover.Content
          sideOffset={8}
          align="start"
          collisionPadding={12}
          aria-label={`对“${asking.caption}”提意见`}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            const back = anchor.current?.querySelector<HTMLElement>('button') ?? anchor.current
            if (back instanceof HTMLElement) back.focus()
          }}
          className="z-40 w-[356px] max-w-[calc(100vw-24px)] rounded-lg border border-line bg-surface p-3.5 shadow-float"
        >
          <RemarkForm key={typingKey(asking)} asking={asking} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
