// The pages work without scripts. With them, the browser keeps the learner's progress and answers, quizzes are checked in
// their place, films play in the page, code can be copied, and a search shows its results while one types.
import './scripts/progress.js'
import './scripts/quiz.js'
import './scripts/films.js'
import './scripts/copy.js'
import './scripts/search.js'
import './scripts/menu.js'
