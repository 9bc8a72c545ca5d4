import type { ImportQuestion } from '@xinchu/sdk'
import { Button } from '../../ui/button.tsx'
import { EVERY } from './use-answer.ts'

interface ChoiceButtonsProps {
  question: ImportQuestion
  isBusy: boolean
  onChoose: (choice: string) => void
}

/** The choices of a question as buttons. Each tells what it answers, for who does not see the question beside it. */
export function ChoiceButtons({
  question: { caption, original, choices },
  isBusy,
  onChoose,
}: ChoiceButtonsProps) {
  const asked = original === EVERY ? '全列' : original
  return choices.map(({ choice, text }) => (
    <Button
      key={choice}
      className="h-7 px-2.5"
      disabled={isBusy}
      aria-label={`${caption} ${asked}：${text}`}
      onClick={() => onChoose(choice)}
    >
      {text}
    </Button>
  ))
}
