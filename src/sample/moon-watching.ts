import type { SampleLesson, SampleModule } from './outline.ts'

const lookFirst: SampleLesson = {
  name: 'Look first, read later',
  description: 'One evening, four notes: everything else in the course starts from them.',
  blocks: [
    {
      type: 'text',
      content: {
        format: 'markdown',
        text: `Before anything is explained, look. On the next clear evening, find the Moon and write down four things:

1. **When** you looked, to the quarter of an hour.
2. **Where** it stood: above which roof or tree, and how high. A fist at arm's length covers about ten degrees.
3. **Which shape** the bright part had, and which side of it was bright.
4. **What surprised you**, if anything did.

You need no telescope and no dark sky, but you do need the notes. By the end of the course you will be able to explain every line of them.`,
      },
    },
    {
      type: 'image',
      content: {
        url: 'https://upload.wikimedia.org/wikipedia/commons/e/e1/FullMoon2010.jpg',
        alt: 'The full Moon: dark grey plains above and to the left, bright highlands below, and near the lower edge a white crater with long rays.',
        caption: 'The full Moon of October 2010. Photograph: Gregory H. Revera, CC BY-SA 3.0.',
      },
    },
    {
      type: 'text',
      content: {
        format: 'markdown',
        text: `The dark patches are plains of old lava. They were once taken for water and are still called seas. The white spot with the rays is *Tycho*, a crater 85 kilometres wide: you can see it without any instrument.

If your Moon stands on its head, you live in the southern hemisphere. Nothing is wrong; you are standing the other way up.`,
      },
    },
  ],
}

const shapes: SampleLesson = {
  name: 'Why the shape changes',
  description: 'Half of the Moon is always lit. What changes is how much of that half we see.',
  blocks: [
    {
      type: 'text',
      content: {
        format: 'markdown',
        text: `The Sun lights one half of the Moon at any time, just as it lights one half of the Earth. We see that bright half from a different side each night:

| Phase | Where the Moon stands | What we see | When it is up |
| --- | --- | --- | --- |
| New | between us and the Sun | nothing | by day |
| First quarter | beside us | one half bright | afternoon and evening |
| Full | opposite the Sun | the whole face | all night |
| Last quarter | beside us, on the other side | the other half bright | from midnight on |

From one new moon to the next, the round takes **29½ days**. Our months began as this count.`,
      },
    },
    {
      type: 'interactive',
      content: {
        kind: 'experiment',
        config: {
          minutes: 5,
          materials: ['a lamp without its shade', 'an orange on a fork', 'a dark room'],
          steps: [
            'Stand two metres from the lamp. The lamp is the Sun, the orange is the Moon, and your head is the Earth.',
            'Hold the orange towards the lamp, a little above your line of sight. Its dark side faces you: new moon.',
            'Turn slowly to the left, with the orange always in front of you, and watch its edge light up.',
            'Stop where exactly half of it is bright. Where is the lamp now?',
          ],
        },
        fallbackText:
          'Hold an orange at arm’s length in a dark room with one bright lamp, and turn on the spot: all phases pass in one turn.',
      },
    },
    {
      type: 'quiz',
      content: {
        questions: [
          {
            id: 'cause',
            type: 'single_choice',
            prompt: 'Why is part of a half moon dark?',
            options: [
              {
                id: 'shadow',
                text: 'It lies in the shadow of the Earth.',
                feedback:
                  'That happens in an eclipse only, for a few hours. A half moon stands beside us, far from our shadow.',
              },
              {
                id: 'night',
                text: 'There it is night on the Moon.',
                feedback: 'Yes: the dark part is turned away from the Sun.',
              },
              { id: 'cloud', text: 'Something covers it.', feedback: 'There is nothing between us that could.' },
            ],
            answer: 'night',
            points: 1,
            explanation: 'Sunlight reaches one half of the Moon at any time. The other half has night.',
          },
          {
            id: 'noon',
            type: 'true_false',
            prompt: 'A full moon can be seen high in the sky at noon.',
            answer: false,
            points: 1,
            explanation: 'A full moon stands opposite the Sun. When the Sun is up, it is down.',
          },
        ],
        passingScore: 1,
      },
    },
  ],
}

const later: SampleLesson = {
  name: 'Fifty minutes later every day',
  description: 'Your second evening: the Moon is late, and by how much.',
  blocks: [
    {
      type: 'text',
      content: {
        format: 'markdown',
        text: `Look again, one day later at the same hour. The Moon stands about thirteen degrees further east than it did: a fist and a bit.

While the Earth turned once, the Moon went on along its own round. The Earth must turn a little further to bring it back to the same place, and that takes about **fifty minutes**. You can find the number yourself: a whole round of 29½ days has to add up to one whole day, and 24 hours ÷ 29½ is 49 minutes.`,
      },
    },
    {
      type: 'code',
      content: {
        language: 'python',
        filename: 'moon.py',
        runnable: true,
        code: `from datetime import datetime, timezone

NEW_MOON = datetime(2000, 1, 6, 18, 14, tzinfo=timezone.utc)
MONTH = 29.530588  # days from one new moon to the next, on average

PHASES = ["new", "waxing crescent", "first quarter", "waxing gibbous",
          "full", "waning gibbous", "last quarter", "waning crescent"]


def age(moment):
    """Days since the last new moon; right to within some hours."""
    return (moment - NEW_MOON).total_seconds() / 86400 % MONTH


def phase(moment):
    return PHASES[round(age(moment) / MONTH * 8) % 8]


now = datetime.now(timezone.utc)
print(f"The Moon is {age(now):.1f} days old: {phase(now)}.")
`,
      },
    },
    {
      type: 'text',
      content: {
        format: 'markdown',
        text: 'Run the program and compare its answer with your notes. Then change `now` to the day you were born: which moon was in the sky?',
      },
    },
  ],
}

export const moonWatchingSampleModule: SampleModule = {
  name: 'Watching',
  description: 'Three evenings at the window: what there is to see, before why it is so.',
  lessons: [lookFirst, shapes, later],
}
