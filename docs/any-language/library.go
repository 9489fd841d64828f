// An evaluator of five cards as a shared library:
//
//	go build -buildmode=c-shared -o libmine.so library.go
//	allhands check ./libmine.so
package main

// #include <stddef.h>
// #include <stdint.h>
import "C"

import (
	"sort"
	"unsafe"
)

// evaluate gives the category, then the ranks: those that occur most often first, then the higher.
func evaluate(hand []uint8) uint32 {
	var times [13]int
	flush := true
	for _, card := range hand {
		times[card/4]++
		flush = flush && card%4 == hand[0]%4
	}
	ranks := []int{}
	for rank := 12; rank >= 0; rank-- {
		if times[rank] > 0 {
			ranks = append(ranks, rank)
		}
	}
	sort.SliceStable(ranks, func(i, j int) bool { return times[ranks[i]] > times[ranks[j]] })

	most, different := times[ranks[0]], len(ranks)
	wheel := different == 5 && ranks[0] == 12 && ranks[1] == 3
	straight := wheel || (different == 5 && ranks[0]-ranks[4] == 4)
	category := 5 - different // high card, one pair
	switch {
	case straight && flush:
		category = 8
	case different == 2:
		category = 3 + most // four of a kind 7, full house 6
	case flush:
		category = 5
	case straight:
		category = 4
	case different == 3:
		category = most // three of a kind 3, two pair 2
	}
	if wheel {
		ranks = []int{3} // its ace is low
	}
	key := uint32(category)
	for len(ranks) < 5 {
		ranks = append(ranks, 0)
	}
	for _, rank := range ranks {
		key = key*13 + uint32(rank)
	}
	return key
}

//export rank
func rank(hands *C.uint8_t, count, cards C.size_t, keys *C.uint32_t) {
	all := unsafe.Slice((*uint8)(hands), count*cards)
	of := unsafe.Slice((*uint32)(keys), count)
	for n := range of {
		of[n] = evaluate(all[n*int(cards) : (n+1)*int(cards)])
	}
}

//export rank_cards
func rank_cards() C.int { return 1 << 5 }

func main() {}
