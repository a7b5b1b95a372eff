import { Check, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { courseListPath } from '../courses/paths.ts'
import type { HomeQuery } from '../generated/operations.ts'
import { Button } from '../ui/Button.tsx'
import { ButtonLink } from '../ui/ButtonLink.tsx'
import { Card } from '../ui/Card.tsx'
import style from './Home.module.css'

type Step = { title: string; text: string; href: string; linkLabel: string; isDone: boolean }

type FirstStepsProps = { workspaceId: string; keys: HomeQuery['apiKeys']; courseCount: number }

function storeDismissal(storageKey: string): void {
  try {
    localStorage.setItem(storageKey, 'over')
  } catch {
    // The browser's storage is full, so the dismissal is not stored. The first steps appear again after a reload.
  }
}

/** Shows the first steps for a new user. The steps disappear when all are done or the user dismisses them. */
export function FirstStepsCard({ workspaceId, keys, courseCount }: FirstStepsProps) {
  const storageKey = `first-steps:${workspaceId}`
  const [isDismissed, setDismissed] = useState(() => localStorage.getItem(storageKey) !== null)
  const steps: Step[] = [
    {
      title: 'Create an API key',
      text: 'Your programs send it with each request.',
      href: '/settings/api-keys',
      linkLabel: 'API Keys',
      isDone: keys.some(({ revokedAt }) => revokedAt === null),
    },
    {
      title: 'Send a request',
      text: 'Copy an example for curl, JavaScript, GraphQL or MCP.',
      href: '/connect',
      linkLabel: 'Connect',
      isDone: keys.some(({ lastUsedAt }) => lastUsedAt !== null),
    },
    {
      title: 'Write a course',
      text: 'Use the editor, the API or the language model.',
      href: courseListPath,
      linkLabel: 'Courses',
      isDone: courseCount > 0,
    },
  ]
  const areAllDone = steps.every(({ isDone }) => isDone)
  useEffect(() => {
    if (areAllDone) storeDismissal(storageKey)
  }, [areAllDone, storageKey])
  if (isDismissed || areAllDone) return null
  const dismiss = () => {
    storeDismissal(storageKey)
    setDismissed(true)
  }
  return (
    <Card
      title="First steps"
      actions={
        <Button
          variant="quiet"
          isSmall
          aria-label="Dismiss the first steps"
          icon={<X aria-hidden />}
          onPress={dismiss}
        />
      }
    >
      <ol className={style.steps}>
        {steps.map(({ title, text, href, linkLabel, isDone }, index) => (
          <li key={title} className={style.step}>
            <span className={isDone ? `${style.mark} ${style.done}` : style.mark}>
              {isDone ? <Check size={16} role="img" aria-label="Done" /> : index + 1}
            </span>
            <div>
              <h3>{title}</h3>
              <p>{text}</p>
            </div>
            <ButtonLink href={href} isSmall>
              {linkLabel}
            </ButtonLink>
          </li>
        ))}
      </ol>
    </Card>
  )
}
