import type { SampleLesson, SampleModule } from './outline.ts'

const feather: SampleLesson = {
  name: 'A hammer and a feather',
  description: 'The shortest experiment of the Moon landings, and the oldest question behind it.',
  blocks: [
    {
      type: 'text',
      content: {
        format: 'markdown',
        text: `Do heavy things fall faster? On Earth it looks like it: a hammer beats a feather every time. Galileo said that only the air is to blame.

On 2 August 1971, at the end of the last walk of Apollo 15, David Scott had a hammer, a feather, and no air. **Decide what you expect before you watch.**`,
      },
    },
    {
      type: 'video',
      content: {
        url: 'https://upload.wikimedia.org/wikipedia/commons/e/e8/Apollo_15_feather_and_hammer_drop.ogv',
        transcript: `Well, in my left hand I have a feather; in my right hand, a hammer. And I guess one of the reasons we got here today was because of a gentleman named Galileo, a long time ago, who made a rather significant discovery about falling objects in gravity fields. And we thought, where would be a better place to confirm his findings than on the Moon?

And so we thought we'd try it here for you. The feather happens to be, appropriately, a falcon feather for our Falcon. And I'll drop the two of them here and, hopefully, they'll hit the ground at the same time.

[Hammer and feather reach the ground together.]

How about that!`,
      },
    },
    {
      type: 'quiz',
      content: {
        questions: [
          {
            id: 'why',
            type: 'single_choice',
            prompt: 'Why did they land together?',
            options: [
              {
                id: 'weak',
                text: 'Gravity on the Moon is too weak to tell them apart.',
                feedback:
                  'It is weaker, one sixth of ours, and so both fell slowly. But it is not why they fell alike.',
              },
              {
                id: 'air',
                text: 'No air held the feather back.',
                feedback: 'Yes. Without air, everything falls alike.',
              },
              {
                id: 'weight',
                text: 'On the Moon both weigh nothing.',
                feedback: 'What weighs nothing does not fall at all.',
              },
            ],
            answer: 'air',
            points: 1,
            explanation:
              'Gravity speeds up all things alike. What differs on Earth is how much the air holds them back.',
          },
        ],
        passingScore: 1,
      },
    },
  ],
}

const diary: SampleLesson = {
  name: 'Keep a Moon diary',
  description: 'One line a day for a month, and a look back at your first notes.',
  blocks: [
    {
      type: 'text',
      content: {
        format: 'markdown',
        text: `One month of notes turns what you have read into what you know. A line a day is enough; on a cloudy day, write *cloudy*. A table like the one below is easy to keep and easy to draw as a curve later.

When the month is over, take out the four notes of your first evening. Explain each of them to somebody who has not taken this course.`,
      },
    },
    {
      type: 'code',
      content: {
        language: 'csv',
        filename: 'moon-diary.csv',
        code: `day,time,above,fists high,bright side,shape
1,19:15,chimney,2,right,thin crescent
2,19:15,left of chimney,3,right,crescent
3,,,,,cloudy
`,
      },
    },
    {
      type: 'quiz',
      content: {
        questions: [
          {
            id: 'tomorrow',
            type: 'single_choice',
            prompt: 'The Moon rose at 20:10 today. When do you look for it tomorrow?',
            options: [
              { id: 'same', text: 'At about 20:10', feedback: 'The Moon does not wait: it has moved on.' },
              { id: 'later', text: 'At about 21:00', feedback: 'Yes, about fifty minutes later.' },
              { id: 'earlier', text: 'At about 19:20', feedback: 'It moves east, so it comes later, not earlier.' },
            ],
            answer: 'later',
            points: 1,
            explanation:
              'Moonrise comes about fifty minutes later from day to day; with the season, sometimes more or less.',
          },
          {
            id: 'crescent',
            type: 'multiple_choice',
            prompt: 'Where and when do you find a thin young crescent?',
            options: [
              { id: 'west', text: 'In the west', feedback: 'Yes: near where the Sun went down.' },
              { id: 'east', text: 'In the east', feedback: 'There you find the old crescent, before sunrise.' },
              { id: 'dusk', text: 'Soon after sunset', feedback: 'Yes: it sets not long after the Sun.' },
              { id: 'midnight', text: 'At midnight', feedback: 'By then it has long set.' },
            ],
            answer: ['west', 'dusk'],
            points: 2,
            explanation: 'A young crescent stands close to the Sun, and follows it down.',
          },
        ],
        passingScore: 2,
      },
    },
  ],
}

export const moonVisitSampleModule: SampleModule = {
  name: 'Going there',
  description: 'What it was like to stand on the Moon, and how to keep watching it from your window.',
  lessons: [feather, diary],
}
