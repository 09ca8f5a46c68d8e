/** French "de" before a name: "de Clara", "d’Ada", "d’Hélène", "de Yann". */

const VOWEL = /^[aeiouàâäéèêëîïôöùûü]/i
const SILENT = /^h[eéèêiîoôuy]/i // a first name such as Hélène, Henri, Honoré or Hugo; Hans and Harry keep their h

/** "de " or "d’", and what follows it; only names of people elide an h. */
export function of(value: string, isPerson: boolean): string {
  return VOWEL.test(value) || (isPerson && SILENT.test(value)) ? `d’${value}` : `de ${value}`
}
