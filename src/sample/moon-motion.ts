import type { SampleLesson, SampleModule } from './outline.ts'

const sameFace: SampleLesson = {
  name: 'Always the same face',
  description: 'Nobody on Earth had seen the other side before 1959. Why?',
  blocks: [
    {
      type: 'text',
      content: {
        format: 'markdown',
        text: `Compare the dark patches on two evenings: they are the same ones, in the same places. The Moon shows us one face only.

It is tempting to say that the Moon does not turn. Walk round a chair while you look at it the whole time, and you will see that the opposite is true: to keep your face towards the chair, you turn once on your own heels in each round. The Moon does the same. One turn and one round take equally long, because the pull of the Earth has slowed its turning until the two fitted.

The other side is called the *far side*. It is not dark: it has two weeks of day and two weeks of night, as ours has.`,
      },
    },
    {
      type: 'quiz',
      content: {
        questions: [
          {
            id: 'turning',
            type: 'true_false',
            prompt: 'The Moon does not turn on its axis.',
            answer: false,
            points: 1,
            explanation: 'It turns once in each round. If it did not, we would see all of its sides in a month.',
          },
          {
            id: 'earthrise',
            type: 'short_text',
            prompt:
              'You live on the near side of the Moon. How often does the Earth rise for you in a year? Answer with a number.',
            answer: '0',
            points: 2,
            explanation: 'Never: the Earth hangs at the same place in your sky, and goes through its own phases there.',
          },
        ],
        passingScore: 1,
      },
    },
  ],
}

const falling: SampleLesson = {
  name: 'Falling all the way round',
  description: 'The Moon falls towards us all the time, and misses.',
  blocks: [
    {
      type: 'text',
      content: {
        format: 'markdown',
        text: `Throw a stone, and it falls in a curve. Throw it harder, and the curve is wider. Isaac Newton asked what would happen if you threw so hard that the ground curved away as fast as the stone fell: it would go on falling for ever and never land. That is an orbit.

The Moon is such a stone. It is 384,400 kilometres away on average, and goes round us in 27⅓ days. (Seen from here its phases need two days more, because meanwhile we have moved on round the Sun.)`,
      },
    },
    {
      type: 'interactive',
      content: {
        kind: 'simulation',
        url: 'https://phet.colorado.edu/sims/html/gravity-and-orbits/latest/gravity-and-orbits_en.html',
        config: { title: 'Gravity and Orbits', by: 'PhET Interactive Simulations, University of Colorado Boulder' },
        fallbackText:
          'Choose the Earth and the Moon, show the arrows for gravity and speed, and switch gravity off: the Moon leaves in a straight line.',
      },
    },
    {
      type: 'code',
      content: {
        language: 'javascript',
        filename: 'speed.js',
        runnable: true,
        code: `const distance = 384_400 // kilometres
const days = 27.32
const round = 2 * Math.PI * distance

const speed = round / (days * 24 * 60 * 60)
console.log(\`The Moon moves at \${speed.toFixed(2)} kilometres a second.\`)
`,
      },
    },
  ],
}

const sea: SampleLesson = {
  name: 'The Moon and the sea',
  description: 'Two high tides a day, and why some are higher.',
  blocks: [
    {
      type: 'text',
      content: {
        format: 'markdown',
        text: `The Moon pulls on the near side of the Earth a little more than on its middle, and on the middle a little more than on the far side. So the Earth is stretched along the line to the Moon, and the sea, which can move, rises on **both** ends of that line.

The Earth turns beneath these two bulges, and most coasts have two high tides a day. They come later each day, by the fifty minutes that you know already.

The Sun does the same, a little less than half as strongly. When both pull along one line, high tides are at their highest: *spring tides*. When they pull across each other, high tides are low: *neap tides*.`,
      },
    },
    {
      type: 'quiz',
      content: {
        questions: [
          {
            id: 'spring',
            type: 'multiple_choice',
            prompt: 'At which phases do Sun and Moon pull along one line?',
            options: [
              { id: 'new', text: 'New moon', feedback: 'Yes: both stand on the same side.' },
              { id: 'first', text: 'First quarter', feedback: 'No: here they stand at a right angle.' },
              {
                id: 'full',
                text: 'Full moon',
                feedback: 'Yes: they stand opposite each other, and both bulges fall together.',
              },
              { id: 'last', text: 'Last quarter', feedback: 'No: here they stand at a right angle.' },
            ],
            answer: ['new', 'full'],
            points: 2,
            explanation: 'Spring tides come at new and at full moon, about every two weeks.',
          },
        ],
        passingScore: 2,
      },
    },
  ],
}

export const moonMotionSampleModule: SampleModule = {
  name: 'How it works',
  description: 'Why the Moon shows one face, why it stays up, and why it moves the sea.',
  lessons: [sameFace, falling, sea],
}
