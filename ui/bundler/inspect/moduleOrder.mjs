/** What the message of an error says whose cause may be the order in which modules that import each other are evaluated. */
export const IS_OF_ORDER = /undefined|is not a |before initialization/;
