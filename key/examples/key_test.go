// With order-standard-5.gz in this folder: go test -v key_test.go. In yours, name your package.
package key

import (
	"bufio"
	"compress/gzip"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"os"
	"sort"
	"testing"
)

const cards, lowestCard, lowerWins, order = 5, 0, false, "order-standard-5.gz"

type hand [cards]int

// Put yours here. A card is 4 * rank + suit, a deuce has rank 0; or a table of your own cards.
func evaluate(cards hand) int {
	count, pairs, ranks, straight, flush := [13]int{}, 0, 0, 0, 11
	for _, card := range cards {
		pairs += count[card/4]
		count[card/4]++
		if card%4 != cards[0]%4 {
			flush = 0
		}
	}
	for n := 4; n > 0; n-- {
		for rank := 12; rank >= 0; rank-- {
			for i := 0; count[rank] == n && i < n; i++ {
				ranks = 16*ranks + rank + 1
			}
		}
	}
	if ranks == 0xD4321 { // A-5-4-3-2, where the ace is low
		ranks = 0x43210
	}
	if pairs == 0 && ranks>>16-ranks&15 == 4 {
		straight = 10
	}
	return (3*pairs+straight+flush)<<20 | ranks
}

func deal(visit func(hand hand, n int)) { // calls visit(hand, n) for hand n
	var hand hand
	for i := range hand {
		hand[i] = lowestCard + i
	}
	for n, i := 0, 0; i >= 0; n++ {
		visit(hand, n)
		for i = cards - 1; i >= 0 && hand[i] == 52-cards+i; i-- {
		}
		if i >= 0 {
			hand[i]++
		}
		for j := i + 1; i >= 0 && j < cards; j++ {
			hand[j] = hand[j-1] + 1
		}
	}
}

func (cards hand) String() (text string) {
	for _, card := range cards {
		text += "23456789TJQKA"[card/4:card/4+1] + "cdhs"[card%4:card%4+1] + " "
	}
	return
}

func wins(one, other int) bool { return one != other && (one < other) == lowerWins }

func TestKey(t *testing.T) {
	file, err := os.Open(order)
	if err != nil {
		t.Fatal(err)
	}
	in, err := gzip.NewReader(bufio.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	type one struct {
		hand hand
		key  int
	}
	first, placeOf, hands, places := map[int]one{}, map[int]int{}, 0, bufio.NewReader(in)
	stop := func(one, other one, should string) {
		fmt.Printf("%vgot %d\n%vgot %d\n%s\n", one.hand, one.key, other.hand, other.key, should)
		t.FailNow()
	}
	deal(func(hand hand, n int) {
		key := evaluate(hand)
		var place uint16
		if binary.Read(places, binary.LittleEndian, &place) != nil {
			t.Fatal("the order is too short for these hands")
		}
		p := int(place)
		usual, known := first[p]
		other, seen := placeOf[key]
		if known && usual.key != key {
			stop(one{hand, key}, usual, "they should tie")
		}
		if seen && other != p {
			stop(one{hand, key}, first[other], map[bool]string{true: "the first should win", false: "the second should win"}[p < other])
		}
		if !seen {
			first[p], placeOf[key] = one{hand, key}, p
		}
		hands = n + 1
	})
	if _, err := places.ReadByte(); err == nil {
		t.Fatal("the order has more hands than these")
	}
	for p := 1; p < len(first); p++ {
		if !wins(first[p].key, first[p+1].key) {
			stop(first[p], first[p+1], "the first should win")
		}
	}
	fmt.Printf("right: %d hands, %d classes\n", hands, len(first))
}

func TestDigest(t *testing.T) {
	placeOf, keys, digest := map[int]uint16{}, []int{}, sha256.New()
	deal(func(hand hand, n int) { placeOf[evaluate(hand)] = 0 })
	for key := range placeOf {
		keys = append(keys, key)
	}
	if len(keys) > 65535 {
		t.Fatal("more than 65535 keys")
	}
	sort.Slice(keys, func(i, j int) bool { return wins(keys[i], keys[j]) })
	for i, key := range keys {
		placeOf[key] = uint16(i + 1)
	}
	deal(func(hand hand, n int) { digest.Write(binary.LittleEndian.AppendUint16(nil, placeOf[evaluate(hand)])) })
	fmt.Printf("%x\n", digest.Sum(nil))
}
