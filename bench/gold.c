/* GOLD's random play-out written by hand in C: the same draws and the same results as
 * games/gold/rules.py in its shipped edition, for `goldrush bench` to compare with.
 * Numbers in brackets are paragraphs of RULES.en.md. */

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { GOLDS = 4, COLOURS = 5, STRENGTHS = 4, DYNAMITE = GOLDS + COLOURS * STRENGTHS, KINDS = DYNAMITE + 1 };
enum { SPOTS = 64, SEATS = 5, FEW = 10, PATIENCE = 30, UNTURNED = -1, GONE = -2, NOBODY = -1 };
enum { NO_RUSH, FEW_LEFT, STUCK, QUIET };

static const int8_t DECK[KINDS] = {5, 7, 7, 5, 2, 2, 2, 1, 2, 2, 2, 1, 2, 2, 2, 1, 2, 2, 2, 1, 2, 2, 2, 1, 5};
static const int8_t VALUE[KINDS] = {1, 2, 3, 4};
static const int8_t STRENGTH[KINDS] = {0, 0, 0, 0, 2, 3, 4, 5, 2, 3, 4, 5, 2, 3, 4, 5, 2, 3, 4, 5, 2, 3, 4, 5, 0};
static const int8_t COLOUR[KINDS] = {-1, -1, -1, -1, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, -1};

typedef struct {
    int8_t seats, rounds, first, round, turn, turned, drawing, rush, quiet, left, gone;
    int8_t up[2], card[SPOTS], bag[KINDS], table[KINDS], cards[SEATS];
    int16_t turns, lost, carats[SEATS], total[SEATS];
} State;

typedef struct { uint32_t a, b, c, d; } Stream;

static inline uint32_t rotate(uint32_t x, int k) { return x << k | x >> (32 - k); }

static void open_stream(Stream *r, uint64_t seed, uint64_t number) {
    uint32_t a = (uint32_t)seed ^ 0x61707865, b = (uint32_t)(seed >> 32) ^ 0x3320646E;
    uint32_t c = (uint32_t)number ^ 0x79622D32, d = (uint32_t)(number >> 32) ^ 0x6B206574;
    for (uint32_t stir = 0; stir < 10; stir++) {
        a += b + stir; d = rotate(d ^ a, 16);
        c += d; b = rotate(b ^ c, 12);
        a += b; d = rotate(d ^ a, 8);
        c += d; b = rotate(b ^ c, 7);
    }
    *r = (Stream){a, b, c, d | !(a | b | c | d)};
}

static inline uint32_t word(Stream *r) { /* xoshiro128++ */
    uint32_t result = rotate(r->a + r->d, 7) + r->a, t = r->b << 9;
    r->c ^= r->a; r->d ^= r->b; r->b ^= r->c; r->a ^= r->d; r->c ^= t; r->d = rotate(r->d, 11);
    return result;
}

static inline uint32_t below(Stream *r, uint32_t n) {
    uint64_t product = (uint64_t)word(r) * n;
    if ((uint32_t)product < n) {
        uint32_t unfair = -n % n;
        while ((uint32_t)product < unfair) product = (uint64_t)word(r) * n;
    }
    return product >> 32;
}

static void lay_out(State *s) {
    s->turned = s->rush = s->quiet = s->gone = 0;
    s->lost = 0;
    memset(s->card, UNTURNED, SPOTS);
    memcpy(s->bag, DECK, KINDS);
    memcpy(s->table, DECK, KINDS);
    s->left = SPOTS;
    memset(s->carats, 0, sizeof s->carats);
    memset(s->cards, 0, sizeof s->cards);
}

static int stuck(const State *s) { /* [G18] */
    if (s->table[DYNAMITE]) return 0;
    int strength = 0;
    for (int kind = GOLDS; kind < DYNAMITE; kind++)
        if (s->table[kind]) {
            if (strength && STRENGTH[kind] != strength) return 0;
            strength = STRENGTH[kind];
        }
    for (int kind = 0; kind < GOLDS; kind++)
        if (s->table[kind] && VALUE[kind] <= strength) return 0;
    return 1;
}

static int rush_due(const State *s) {
    if (s->left <= FEW) return FEW_LEFT; /* [G15] */
    if (stuck(s)) return STUCK;
    return s->quiet >= PATIENCE ? QUIET : NO_RUSH; /* [G19] */
}

static int owner_of(const State *s, int colour) { /* [G6] */
    if (s->seats == 2 && colour < 4) return colour % 2;
    return colour < s->seats ? colour : NOBODY;
}

static void take_off(State *s, int spot) {
    s->table[s->card[spot]]--;
    s->card[spot] = GONE;
    s->left--;
    s->quiet = -1;
}

static void take(State *s, int spot, int seat) {
    s->carats[seat] += VALUE[s->card[spot]];
    s->cards[seat]++;
    take_off(s, spot);
}

static void discard(State *s, int spot) {
    s->lost += VALUE[s->card[spot]];
    s->gone++;
    take_off(s, spot);
}

static void settle(State *s, int one, int other) {
    if (s->card[one] == DYNAMITE || s->card[other] == DYNAMITE) { /* [G12] */
        discard(s, one);
        discard(s, other);
        return;
    }
    if (STRENGTH[s->card[one]] < STRENGTH[s->card[other]]) { int swap = one; one = other; other = swap; }
    int strength = STRENGTH[s->card[one]], value = VALUE[s->card[other]];
    if (value && strength >= value) { /* [G10] */
        int owner = owner_of(s, COLOUR[s->card[one]]);
        take(s, other, owner == NOBODY ? s->turn : owner);
        discard(s, one);
    } else if (!value && strength > STRENGTH[s->card[other]]) {
        discard(s, other); /* [G11] */
    }
}

static void end_turn(State *s) {
    s->turned = 0;
    s->turns++;
    s->quiet++;
    s->turn = s->turn + 1 < s->seats ? s->turn + 1 : 0;
    if (s->left == 0 && s->round + 1 < s->rounds) { /* [G21] */
        for (int seat = 0; seat < s->seats; seat++) s->total[seat] += s->carats[seat];
        s->round++;
        s->turn = (s->first + s->round) % s->seats;
        lay_out(s);
    }
    if (s->left && s->rush == NO_RUSH) s->rush = rush_due(s);
}

static void look(State *s) {
    s->turned++;
    if (s->rush) { /* [G16] */
        if (VALUE[s->card[s->up[0]]]) take(s, s->up[0], s->turn);
        else discard(s, s->up[0]);
        end_turn(s);
    } else if (s->turned == 2) {
        settle(s, s->up[0], s->up[1]);
        end_turn(s);
    }
}

static void choose(State *s, Stream *r) {
    int8_t spots[SPOTS + 1];
    int n = 0, open_already = s->turned ? s->up[0] : SPOTS; /* [G9] */
    for (int spot = 0; spot < open_already; spot++) {
        spots[n] = spot;
        n += s->card[spot] != GONE;
    }
    for (int spot = open_already + 1; spot < SPOTS; spot++) {
        spots[n] = spot;
        n += s->card[spot] != GONE;
    }
    int spot = spots[below(r, n)];
    s->up[s->turned] = spot;
    if (s->card[spot] == UNTURNED) s->drawing = 1;
    else look(s);
}

static void draw(State *s, Stream *r) {
    int total = 0, kind = 0;
    for (int k = 0; k < KINDS; k++) total += s->bag[k];
    int left = below(r, total);
    while (left >= s->bag[kind]) left -= s->bag[kind++];
    s->drawing = 0;
    s->bag[kind]--;
    s->card[s->up[s->turned]] = kind;
    look(s);
}

/* Plays games first ... first + count - 1 of a seed; adds the points by seat to *points; returns
 * the number of steps. */
int64_t play(uint64_t seed, int64_t first, int64_t count, int seats, int each, int64_t *points) {
    int64_t steps = 0;
    State s;
    Stream r;
    for (int64_t game = first; game < first + count; game++) {
        open_stream(&r, seed, game);
        memset(&s, 0, sizeof s);
        s.seats = seats;
        s.rounds = each ? seats : 1;
        lay_out(&s);
        s.first = s.turn = below(&r, seats); /* [G7] */
        s.rush = rush_due(&s);
        for (steps++; s.drawing || s.left; steps++) {
            if (s.drawing) draw(&s, &r);
            else choose(&s, &r);
        }
        for (int seat = 0; seat < seats; seat++) points[seat] += s.total[seat] + s.carats[seat];
    }
    return steps;
}
