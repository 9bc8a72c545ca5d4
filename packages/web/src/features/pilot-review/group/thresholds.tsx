import type { ConflictRule } from '@xinchu/sdk'
import { useState } from 'react'
import { Input } from '../../../ui/inputs.tsx'

const SIMILARITY = /^(?:1(?:\.0{1,4})?|0(?:\.\d{1,4})?)$/

interface SimilarityProps {
  label: string
  value: number | undefined
  onChange: (value: number) => void
}

/** A similarity from 0 to 1. What is typed stays in the field until it is one. */
function Similarity({ label, value, onChange }: SimilarityProps) {
  const [text, setText] = useState(String(value ?? ''))
  return (
    <span className="w-20">
      <Input
        aria-label={label}
        inputMode="decimal"
        value={text}
        aria-invalid={!SIMILARITY.test(text)}
        onValue={(typed) => {
          setText(typed)
          if (SIMILARITY.test(typed)) onChange(Number(typed))
        }}
      />
    </span>
  )
}

/** Similarities from which names are excluded and in doubt. */
export function Thresholds({
  rule,
  onChange,
}: {
  rule: ConflictRule
  onChange: (rule: ConflictRule) => void
}) {
  const field = (caption: string, name: 'threshold' | 'excludeFrom') => (
    <span className="flex items-center gap-1.5">
      <span className="w-8 text-ink-soft">{caption}</span>≥
      <Similarity
        label={`${rule.code} ${caption}的最低相似度`}
        value={rule[name]}
        onChange={(value) => onChange({ ...rule, [name]: value })}
      />
    </span>
  )
  return (
    <span className="grid gap-1.5">
      {field('排除', 'excludeFrom')}
      {field('待判', 'threshold')}
    </span>
  )
}
